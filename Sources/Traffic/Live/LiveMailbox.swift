import Events
import Synchronization

/// A mailbox for the batches of a running proxy's workers, with one reader on another thread: the console.
///
/// The mailbox holds one batch of each worker, and one batch with the events that belong to no worker. A worker whose
/// last batch was not taken keeps its next one. A slow reader thus costs the memory of two batches a worker, but no
/// worker waits for it.
public final class LiveMailbox: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// The events that belong to no worker.
        var common = LiveBatch()
        /// The batches by worker.
        var batches: [Int: LiveBatch] = [:]
        /// Whether the handler was called since the reader last took the batches, or would have been if it was set.
        var isReaderTold = false
        /// The handler that tells the reader of a change; nil before there is a reader.
        var onChange: (@Sendable () -> Void)?
    }

    /// The largest number of facts that wait. Each has some 10 KiB.
    static let factsLimit = 1024
    /// The largest number of policies and of trust stores that wait. Their numbers grow only with reloads.
    static let policyLimit = 256

    /// Creates an empty mailbox.
    public init() {}

    /// Sets the handler that is called when there is something to take. The call comes on any thread. The next call
    /// comes only after the reader has taken the batches.
    public func onChange(_ handler: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.onChange = handler
            return state.isReaderTold
        }
        if isDue { handler() }
    }

    /// Whether the last batch of a worker was taken. Only the worker itself changes true to false.
    public func hasRoom(for worker: Int) -> Bool {
        state.withLock { $0.batches[worker] == nil }
    }

    /// Adds the batch of a worker. Returns false if the worker's last batch was not taken: the new one is then lost. A
    /// worker asks `hasRoom` first.
    public func offer(_ batch: LiveBatch, of worker: Int) -> Bool {
        change { state in
            guard state.batches[worker] == nil else { return false }
            state.batches[worker] = batch
            return true
        }
    }

    /// Adds facts. Facts beyond the limit are counted as lost.
    public func add(_ facts: FactsEvent) {
        addToCommon { batch in
            if batch.facts.count < Self.factsLimit { batch.facts.append(facts) } else { batch.lostFacts += 1 }
        }
    }

    /// Adds the offer of a destination. An offer beyond the limit stays unknown to the reader.
    public func add(_ service: ServiceEvent) {
        addToCommon { if $0.services.count < Self.factsLimit { $0.services.append(service) } }
    }

    /// Adds the name of a test case.
    public func add(_ label: LabelEvent) {
        addToCommon { if $0.labels.count < Self.factsLimit { $0.labels.insert(label.label) } }
    }

    /// Adds a policy.
    public func add(_ policy: PolicyEvent) {
        addToCommon { if $0.policies.count < Self.policyLimit { $0.policies.append(policy) } }
    }

    /// Adds a trust store.
    public func add(_ trust: TrustEvent) {
        addToCommon { if $0.trust.count < Self.policyLimit { $0.trust.append(trust) } }
    }

    /// Takes all batches. The one with facts and policies comes first.
    public func take() -> [LiveBatch] {
        state.withLock { state in
            let common = state.common
            let batches = state.batches.sorted { $0.key < $1.key }.map(\.value)
            (state.common, state.batches, state.isReaderTold) = (LiveBatch(), [:], false)
            return (common.isEmpty ? [] : [common]) + batches
        }
    }

    /// Adds an event that belongs to no worker.
    private func addToCommon(_ add: (inout LiveBatch) -> Void) {
        _ = change { state in
            add(&state.common)
            return true
        }
    }

    /// Changes the state, and tells the reader of a change unless the reader was told before.
    ///
    /// - Parameter body: Changes the state, and returns whether there is something new to take.
    /// - Returns: The result of `body`.
    private func change(_ body: (inout sending State) -> Bool) -> Bool {
        let (result, handler) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard body(&state) else { return (false, nil) }
            defer { state.isReaderTold = true }
            return (true, state.isReaderTold ? nil : state.onChange)
        }
        handler?()
        return result
    }
}

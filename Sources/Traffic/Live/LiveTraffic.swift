import Events
import Synchronization

/// The place where the workers of a running proxy leave their loads, for one reader on another thread.
///
/// There is one place for each worker, and one for events that belong to none. A worker whose last batch was not taken
/// keeps its next one. A slow reader thus costs the memory of two batches a worker, and never time.
public final class LiveTraffic: Sendable {
    private let state = Mutex(State())

    private struct State {
        var common = LiveBatch()
        var batches: [Int: LiveBatch] = [:]
        var isTold = false
        var onChange: (@Sendable () -> Void)?
    }

    /// The largest number of facts that wait. Each has some 10 KiB.
    static let factsLimit = 1024
    /// The largest number of policies and of trust stores that wait. Their numbers grow only with reloads.
    static let policyLimit = 256

    /// Creates places that are empty.
    public init() {}

    /// Sets the handler that is called, on any thread, when there is something to take, once until it is taken.
    public func onChange(_ handler: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.onChange = handler
            return state.isTold
        }
        if isDue { handler() }
    }

    /// Whether the last batch of a worker was taken. Only the worker itself changes true to false.
    public func hasRoom(for worker: Int) -> Bool {
        state.withLock { $0.batches[worker] == nil }
    }

    /// Leaves the batch of a worker. Returns false if the last one was not taken. The new one is then lost, which
    /// `hasRoom` prevents.
    public func offer(_ batch: LiveBatch, of worker: Int) -> Bool {
        change { state in
            guard state.batches[worker] == nil else { return false }
            state.batches[worker] = batch
            return true
        }
    }

    /// Leaves facts.
    public func add(_ facts: FactsEvent) {
        _ = change { state in
            if state.common.facts.count < Self.factsLimit {
                state.common.facts.append(facts)
            } else {
                state.common.lostFacts += 1
            }
            return true
        }
    }

    /// Leaves the offer of a destination. An offer that is left out stays unknown for the reader.
    public func add(_ service: ServiceEvent) {
        _ = change { state in
            if state.common.services.count < Self.factsLimit { state.common.services.append(service) }
            return true
        }
    }

    /// Leaves the name of a test case.
    public func add(_ label: LabelEvent) {
        _ = change { state in
            if state.common.labels.count < Self.factsLimit { state.common.labels.insert(label.label) }
            return true
        }
    }

    /// Leaves a policy.
    public func add(_ policy: PolicyEvent) {
        _ = change { state in
            if state.common.policies.count < Self.policyLimit { state.common.policies.append(policy) }
            return true
        }
    }

    /// Leaves a trust store.
    public func add(_ trust: TrustEvent) {
        _ = change { state in
            if state.common.trust.count < Self.policyLimit { state.common.trust.append(trust) }
            return true
        }
    }

    /// Takes all batches. The one with facts and policies comes first.
    public func take() -> [LiveBatch] {
        state.withLock { state in
            let common = state.common
            let batches = state.batches.sorted { $0.key < $1.key }.map(\.value)
            (state.common, state.batches, state.isTold) = (LiveBatch(), [:], false)
            return (common.isEmpty ? [] : [common]) + batches
        }
    }

    private func change(_ body: (inout sending State) -> Bool) -> Bool {
        let (result, handler) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard body(&state) else { return (false, nil) }
            defer { state.isTold = true }
            return (true, state.isTold ? nil : state.onChange)
        }
        handler?()
        return result
    }
}

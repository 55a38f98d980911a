import InternetNames
import TransportSecurity

/// The loads of one worker since its last batch, counted by kind.
///
/// A load of a known kind costs one look-up and no memory. When there are as many kinds as are kept, all are forgotten:
/// a kind that comes again then is sent whole again, under another number.
public struct LiveAggregate {
    private let worker: Int
    private let limit: Int
    private var numbers: [LiveKindKey: Int] = [:]
    /// The number of `kinds[0]`.
    private var firstNumber = 0
    private var kinds: [Pending] = []
    /// The indices of the kinds with anything to send.
    private var changed: [Int] = []
    private var unsent = LiveBatch()

    /// What is to be sent of a kind.
    private struct Pending {
        var count: LiveBatch.Count
        /// Whether the kind was sent, or is among those to be sent.
        var isKnown = false
        var isChanged = false
    }

    /// The largest number of kinds of one worker. Each takes some 200 bytes.
    public static let kindLimit = 20_000

    /// Creates an aggregate of nothing.
    public init(worker: Int, limit: Int = LiveAggregate.kindLimit) {
        self.worker = worker
        self.limit = limit
    }

    /// Whether there is nothing to send.
    public var isEmpty: Bool { changed.isEmpty && unsent.isEmpty }

    /// Counts a decision on a load of a client. Returns the number of its kind.
    ///
    /// - Parameters:
    ///   - first: For a second decision on a load, the number of the kind of the first one.
    ///   - decision: The decision. It is kept only if its kind is new.
    public mutating func count(
        _ key: LiveKindKey, of device: IPAddress?, user: String?, in label: String?, at time: Instant,
        after first: Int?,
        decision: () -> DecisionEvent
    ) -> Int {
        let number = numbers[key] ?? add(key, at: time)
        guard isKnown(number, first, decision) else {
            unsent.lostDecisions += 1
            return number
        }
        let index = change(number)
        if kinds[index].count.decisions == 0 { kinds[index].count.first = time }
        kinds[index].count.last = time
        kinds[index].count.add(device, user: user)
        if let label { kinds[index].count.add(label: label) }
        return number
    }

    /// Counts the end of a load at the kind with that number.
    public mutating func end(_ number: Int, with end: LiveEnd, isFirst: Bool) {
        // The kind may have been forgotten while the load was open.
        guard number >= firstNumber, kinds[number - firstNumber].isKnown else { return }
        let index = change(number)
        kinds[index].count.bytesFromClient &+= end.bytesFromClient
        kinds[index].count.bytesFromServer &+= end.bytesFromServer
        if isFirst, end.isRefusal { kinds[index].count.clientRefusals += 1 }
    }

    /// What is to be sent. Nothing is after this.
    public mutating func takeBatch() -> LiveBatch {
        var batch = unsent
        batch.firstKind = firstNumber
        batch.counts.reserveCapacity(batch.counts.count + changed.count)
        flush(into: &batch)
        unsent = LiveBatch()
        return batch
    }

    private mutating func flush(into batch: inout LiveBatch) {
        for index in changed {
            batch.counts.append(kinds[index].count)
            kinds[index].count.clear()
            kinds[index].isChanged = false
        }
        changed.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ key: LiveKindKey, at time: Instant) -> Int {
        if kinds.count >= limit { forget() }
        let number = firstNumber + kinds.count
        numbers[key] = number
        let id = LiveBatch.KindID(worker: worker, number: number)
        kinds.append(Pending(count: LiveBatch.Count(kind: id, at: time)))
        return number
    }

    /// Whether a kind is known to the reader once the next batch is sent. It becomes so where there is room.
    private mutating func isKnown(_ number: Int, _ first: Int?, _ decision: () -> DecisionEvent) -> Bool {
        let index = number - firstNumber
        if kinds[index].isKnown { return true }
        guard unsent.kinds.count < limit else { return false }
        kinds[index].isKnown = true
        let follows = first.map { LiveBatch.KindID(worker: worker, number: $0) }
        unsent.kinds.append(LiveBatch.Kind(id: kinds[index].count.kind, decision: decision(), follows: follows))
        return true
    }

    /// Forgets all kinds. Their counts are kept for the next batch.
    private mutating func forget() {
        var batch = unsent
        unsent = LiveBatch()
        flush(into: &batch)
        unsent = batch
        firstNumber += kinds.count
        numbers.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
    }

    /// Notes that something of a kind is to be sent. Returns its index.
    private mutating func change(_ number: Int) -> Int {
        let index = number - firstNumber
        if !kinds[index].isChanged {
            kinds[index].isChanged = true
            changed.append(index)
        }
        return index
    }
}

extension LiveBatch.Count {
    fileprivate mutating func add(_ device: IPAddress?, user: String?) {
        decisions += 1
        guard let device else { return }
        if let index = devices.firstIndex(where: { $0.address == device }) {
            devices[index].decisions += 1
            if devices[index].user != user { devices[index].user = user }
        } else if devices.count < Self.deviceLimit {
            devices.append(LiveBatch.Device(address: device, user: user, decisions: 1))
        } else {
            otherDeviceDecisions += 1
        }
    }

    fileprivate mutating func add(label: String) {
        if let index = labels.firstIndex(where: { $0.name == label }) {
            labels[index].decisions += 1
        } else if labels.count < Self.labelLimit {
            labels.append(LiveBatch.Label(name: label, decisions: 1))
        } else {
            otherLabelDecisions += 1
        }
    }

    fileprivate mutating func clear() {
        (decisions, bytesFromClient, bytesFromServer, clientRefusals, otherDeviceDecisions) = (0, 0, 0, 0, 0)
        otherLabelDecisions = 0
        // The batch has these arrays now, so that new ones are made by the next load.
        (devices, labels) = ([], [])
    }
}

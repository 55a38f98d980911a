import Events
import InternetNames
import TransportSecurity

/// The loads of one worker since its last batch, counted by kind. The worker sends them to the console as a
/// `LiveBatch`.
///
/// A load of a known kind costs one look-up, and memory only until the next batch. When the limit of known kinds is
/// reached, all are forgotten. Each is sent again with its next load.
public struct LiveAggregate {
    /// The largest number of known kinds, and of rows in a batch.
    private let limit: Int
    /// The kinds that were sent, or are among those to be sent.
    private var knownKinds: Set<LoadKindID> = []
    /// The index of each row in the counts of `unsent`.
    private var indices: [LiveBatch.Row: Int] = [:]
    /// The next batch.
    private var unsent = LiveBatch()
    /// The number of events of single loads since the last batch.
    private var loadEventCount = 0

    /// The largest number of kinds of one worker. Each takes some 200 bytes.
    public static let kindLimit = 20_000

    /// Creates an aggregate without loads.
    ///
    /// - Parameter limit: The largest number of known kinds, and of rows in a batch.
    public init(limit: Int = LiveAggregate.kindLimit) {
        self.limit = limit
    }

    /// Whether there is nothing to send.
    public var isEmpty: Bool { unsent.isEmpty }

    /// Counts a decision on a load of a client.
    ///
    /// - Parameters:
    ///   - event: The decision, which has a kind.
    ///   - device: The address of the client.
    public mutating func count(_ event: borrowing DecisionEvent, of device: IPAddress?) {
        let load = RecentLoad(
            kind: event.kind, after: event.firstKind, time: event.time, device: device?.description ?? "",
            label: event.client?.label ?? "", path: event.path?.text ?? "", bytes: event.ended)
        note(.decided(event.id, load))
        guard let kind = event.kind, let index = index(of: LiveBatch.Row(kind, after: event.firstKind), at: event.time),
            makeKnown(kind, by: event)
        else {
            unsent.lostDecisions += 1
            return
        }
        // The clock may be set back between two decisions.
        let isFirst = unsent.counts[index].decisions == 0
        unsent.counts[index].first = isFirst ? event.time : min(unsent.counts[index].first, event.time)
        unsent.counts[index].last = isFirst ? event.time : max(unsent.counts[index].last, event.time)
        unsent.counts[index].add(device, user: event.client?.user)
        if let label = event.client?.label { unsent.counts[index].add(label: label) }
        if let ended = event.ended { unsent.counts[index].add(ended) }
    }

    /// Counts the end of a load. The end of a load without a decision is counted with the decision.
    public mutating func count(_ event: borrowing ClosedEvent) {
        note(.ended(event.id, EndedLoad(event), milliseconds: event.durationMilliseconds, at: event.time))
        guard let kind = event.kind, let index = index(of: LiveBatch.Row(kind, after: event.firstKind), at: event.time)
        else {
            return
        }
        unsent.counts[index].add(EndedLoad(event))
    }

    /// Returns the batch to be sent, and begins an empty one.
    public mutating func takeBatch() -> LiveBatch {
        var batch = unsent
        if loadEventCount > LiveBatch.loadLimit {
            // The events are a ring. Its oldest event is the next one to be replaced.
            let oldest = loadEventCount % LiveBatch.loadLimit
            batch.loads = Array(batch.loads[oldest...] + batch.loads[..<oldest])
        }
        (unsent, loadEventCount) = (LiveBatch(), 0)
        indices.removeAll(keepingCapacity: true)
        return batch
    }

    /// Keeps an event of a load, in place of the oldest one if there are too many.
    private mutating func note(_ event: consuming RecentLoadEvent) {
        if loadEventCount < LiveBatch.loadLimit {
            unsent.loads.append(event)
        } else {
            unsent.loads[loadEventCount % LiveBatch.loadLimit] = event
        }
        loadEventCount += 1
    }

    /// The index of the count of a row; nil if there are too many.
    private mutating func index(of row: LiveBatch.Row, at time: Instant) -> Int? {
        if let index = indices[row] { return index }
        guard unsent.counts.count < limit else { return nil }
        indices[row] = unsent.counts.count
        unsent.counts.append(LiveBatch.Count(row, at: time))
        return unsent.counts.count - 1
    }

    /// Adds a kind to the next batch unless the console knows it. Returns false if the batch has no room for the kind.
    private mutating func makeKnown(_ kind: LoadKindID, by event: borrowing DecisionEvent) -> Bool {
        if knownKinds.contains(kind) { return true }
        guard unsent.kinds.count < limit else { return false }
        if knownKinds.count >= limit { knownKinds.removeAll(keepingCapacity: true) }
        knownKinds.insert(kind)
        unsent.kinds.append(LiveBatch.Kind(id: kind, decision: copy event))
        return true
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

    fileprivate mutating func add(_ end: EndedLoad) {
        bytesFromClient &+= end.bytesFromClient
        bytesFromServer &+= end.bytesFromServer
        if end.clientRefusal { clientRefusals += 1 }
    }
}

import Events
import InternetNames
import TransportSecurity

/// The number of loads of one kind, with their times, devices and bytes.
///
/// The sum of counts depends neither on their order nor on how they are grouped.
public struct LoadCounts: Hashable, Sendable {
    /// The number of decisions.
    public var decisions = 0
    /// The number of second decisions on loads, such as on their tunnels. The entries of first decisions count these
    /// loads.
    public var repeats = 0
    /// The number of bytes from clients.
    public var bytesFromClient: Int64 = 0
    /// The number of bytes from servers.
    public var bytesFromServer: Int64 = 0
    /// The number of bytes from clients in loads that other entries count.
    public var repeatedBytesFromClient: Int64 = 0
    /// The number of bytes from servers in loads that other entries count.
    public var repeatedBytesFromServer: Int64 = 0
    /// The time of the first decision.
    public var first: Instant
    /// The time of the last decision.
    public var last: Instant
    /// The decisions over time.
    public var times = LoadHistogram()
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// The number of decisions on loads of each device, by IP address.
    public var devices = NamedCounts(limit: Self.deviceLimit)
    /// The number of decisions on loads of each test case, by its label.
    public var labels = NamedCounts(limit: Self.labelLimit)
    /// Proxy users, as a sample.
    public var users = TextSample()
    /// Paths of loads, as a sample. Only loads in cleartext have one.
    public var paths = TextSample()
    /// The numbers that tell whether each load has its decision and its end.
    public var balance = LoadBalance()

    /// The largest number of test cases.
    public static let labelLimit = 4096
    /// The largest number of devices.
    public static let deviceLimit = 1024

    /// Creates counts with no load. The time is that of the first decision to count.
    public init(at time: Instant) {
        (first, last) = (time, time)
    }

    /// The number of loads.
    public var loads: Int { decisions - repeats }
}

extension LoadCounts {
    /// Counts a decision.
    package mutating func count(_ decision: CountedDecision) {
        extendPeriod(from: decision.time, to: decision.time)
        decisions += 1
        times.add(at: decision.time)
        balance.decisions.add(decision.load)
        if decision.device.isEmpty { balance.anonymous += 1 }
        if let ended = decision.ended {
            balance.endsBeforeDecision.add(decision.load, bytes: ended.bytesFromClient &+ ended.bytesFromServer)
            countBytes(of: ended)
        }
        if !decision.device.isEmpty { devices.add(1, of: decision.device) }
        if !decision.label.isEmpty { labels.add(1, of: decision.label) }
        if !decision.user.isEmpty { users.insert(decision.user) }
        if !decision.path.isEmpty { paths.insert(decision.path) }
    }

    /// Counts the end of a load.
    ///
    /// - Parameter isEarly: Whether the load began before the recording that has its end.
    mutating func count(_ end: EndedLoad, of load: LoadID, isEarly: Bool) {
        let bytes = end.bytesFromClient &+ end.bytesFromServer
        if isEarly { balance.earlyEnds.add(load, bytes: bytes) } else { balance.ends.add(load, bytes: bytes) }
        countBytes(of: end)
    }

    /// Extends the period of the counted decisions by that of further ones.
    private mutating func extendPeriod(from first: Instant, to last: Instant) {
        guard decisions > 0 else {
            (self.first, self.last) = (first, last)
            return
        }
        self.first = min(self.first, first)
        self.last = max(self.last, last)
    }

    /// Adds the bytes of a load that ended, and the refusal by the device if there was one.
    private mutating func countBytes(of end: EndedLoad) {
        bytesFromClient &+= end.bytesFromClient
        bytesFromServer &+= end.bytesFromServer
        if end.clientRefusal { clientRefusals += 1 }
    }

    /// Adds the bytes and refusals that are counted at the second decisions on these loads.
    mutating func addEnds(of second: LoadCounts) {
        bytesFromClient &+= second.bytesFromClient
        bytesFromServer &+= second.bytesFromServer
        clientRefusals += second.clientRefusals
    }

    /// The counts, marked as those of second decisions. The loads and their bytes move to the members for repeats.
    package var asRepeats: LoadCounts {
        var counts = self
        counts.repeats = decisions
        (counts.repeatedBytesFromClient, counts.repeatedBytesFromServer) = (bytesFromClient, bytesFromServer)
        (counts.bytesFromClient, counts.bytesFromServer, counts.clientRefusals) = (0, 0, 0)
        return counts
    }

    /// Adds other counts.
    package mutating func add(_ other: LoadCounts) {
        // Rows that count only ends have no time of a decision.
        if other.decisions > 0 {
            extendPeriod(from: other.first, to: other.last)
        } else if decisions == 0 {
            (first, last) = (min(first, other.first), max(last, other.last))
        }
        decisions += other.decisions
        repeats += other.repeats
        bytesFromClient &+= other.bytesFromClient
        bytesFromServer &+= other.bytesFromServer
        repeatedBytesFromClient &+= other.repeatedBytesFromClient
        repeatedBytesFromServer &+= other.repeatedBytesFromServer
        times.add(other.times)
        clientRefusals += other.clientRefusals
        devices.add(other.devices)
        labels.add(other.labels)
        for user in other.users.texts { users.insert(user) }
        for path in other.paths.texts { paths.insert(path) }
        balance.add(other.balance)
    }

    /// Counts decisions that a running proxy has made since it was last asked.
    ///
    /// - Parameters:
    ///   - loads: The decisions.
    ///   - areRepeats: Whether they are second decisions on loads of other entries.
    mutating func count(_ loads: LiveBatch.Count, areRepeats: Bool) {
        if loads.decisions > 0 {
            extendPeriod(from: loads.first, to: loads.last)
            countTimes(of: loads)
        }
        decisions += loads.decisions
        if areRepeats {
            repeats += loads.decisions
            repeatedBytesFromClient &+= loads.bytesFromClient
            repeatedBytesFromServer &+= loads.bytesFromServer
        } else {
            countEnds(of: loads)
        }
        for device in loads.devices {
            devices.add(device.decisions, of: device.address.description)
            if let user = device.user { users.insert(user) }
        }
        devices.addOthers(loads.otherDeviceDecisions)
        for label in loads.labels { labels.add(label.decisions, of: label.name) }
        labels.addOthers(loads.otherLabelDecisions)
    }

    /// Counts the ends of loads: of this row, or of a row with further decisions on these loads.
    mutating func countEnds(of loads: LiveBatch.Count) {
        bytesFromClient &+= loads.bytesFromClient
        bytesFromServer &+= loads.bytesFromServer
        clientRefusals += loads.clientRefusals
    }

    /// Counts the decisions over time. Only the first and the last time are known. The two times are less than a second
    /// apart unless the worker could not send its batch.
    private mutating func countTimes(of loads: LiveBatch.Count) {
        times.add(at: loads.first)
        if loads.decisions > 1 { times.add(loads.decisions - 1, at: loads.last) }
    }
}

/// The members of one decision that `LoadCounts` adds to the counts of a row.
package struct CountedDecision {
    /// The time of the decision.
    package var time: Instant
    /// The load.
    package var load: LoadID
    /// The end of the load, if it came before the decision; else nil.
    package var ended: EndedLoad?
    /// The IP address of the client; empty, like the texts below, if there is none.
    package var device: String
    /// The proxy user.
    package var user: String
    /// The label of the test case.
    package var label: String
    /// The path.
    package var path: String

    /// Creates the members of a decision.
    package init(
        time: Instant, load: LoadID, ended: EndedLoad?, device: String, user: String, label: String, path: String
    ) {
        (self.time, self.load, self.ended) = (time, load, ended)
        (self.device, self.user, self.label, self.path) = (device, user, label, path)
    }
}

import InternetNames
import Recording
import TransportSecurity

/// Recorded loads with the same destination, app, policy, facts and verdict.
public struct TrafficEntry: Hashable, Sendable {
    /// The first decision, without the members that only this load had.
    public var decision: DecisionEvent
    /// The number of decisions.
    public var decisions = 0
    /// The number of decisions that were second decisions on loads of other entries.
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
    /// For an entry of second decisions, the index of the entry with the first decision on the same loads; else nil.
    public var follows: Int?
    /// The number of loads of each device, by IP address. At most `deviceLimit` devices are kept.
    public var devices: [String: Int] = [:]
    /// The number of loads of devices beyond the limit.
    public var otherDeviceLoads = 0
    /// The proxy users, at most `sampleLimit`.
    public var users: Set<String> = []
    /// Paths of loads, the first ones up to `sampleLimit`. Only loads in cleartext have one.
    public var paths: [String] = []

    /// The number of loads of each test case, by its name. At most `labelLimit` test cases are kept.
    public var labels: [String: Int] = [:]
    /// The number of loads of test cases beyond the limit.
    public var otherLabelLoads = 0

    /// The largest number of test cases in an entry.
    public static let labelLimit = 4096
    /// The largest number of devices in an entry.
    public static let deviceLimit = 256
    /// The largest number of users and of paths in an entry.
    public static let sampleLimit = 3

    /// Creates an entry with no loads counted.
    public init(_ decision: DecisionEvent) {
        self.decision = decision
        self.decision.client = nil
        self.decision.user = nil
        self.decision.path = nil
        // The facts have the certificates of servers, but only the decision tells which one a tunnel showed.
        self.decision.tls = decision.tls?.changed { tls in
            tls.certificates = tls.source == .tunnel ? Array(tls.certificates.prefix(1)) : []
        }
        first = decision.time
        last = decision.time
    }

    /// The number of loads.
    public var loads: Int { decisions - repeats }
}

extension TrafficEntry {
    /// Counts a decision on a load of a device.
    mutating func count(_ line: borrowing ScannedLine) {
        decisions += 1
        first = min(first, line.time)
        last = max(last, line.time)
        times.add(at: line.time)
        if !line.device.isEmpty { countDevice(String(decoding: line.device, as: UTF8.self), 1) }
        if !line.label.isEmpty { countLabel(String(decoding: line.label, as: UTF8.self), 1) }
        if !line.user.isEmpty, users.count < Self.sampleLimit {
            users.insert(String(decoding: line.user, as: UTF8.self))
        }
        if !line.path.isEmpty, paths.count < Self.sampleLimit {
            let path = String(decoding: line.path, as: UTF8.self)
            if !paths.contains(path) { paths.append(path) }
        }
    }

    fileprivate mutating func countLabel(_ label: String, _ loads: Int) {
        if labels[label] != nil || labels.count < Self.labelLimit {
            labels[label, default: 0] += loads
        } else {
            otherLabelLoads += loads
        }
    }

    fileprivate mutating func countDevice(_ device: String, _ loads: Int) {
        if devices[device] != nil || devices.count < Self.deviceLimit {
            devices[device, default: 0] += loads
        } else {
            otherDeviceLoads += loads
        }
    }

    /// Whether the loads use cleartext; nil if no target could be parsed.
    public var isCleartext: Bool? { decision.scheme.map { !$0.isSecure } }

    /// The destination of the loads; nil if no target could be parsed.
    public var authority: Authority? {
        guard let host = decision.host, let port = decision.port else { return nil }
        return Authority(host: host, port: port)
    }
}

extension TrafficEntry {
    /// Counts decisions that a running proxy has made since it was last asked.
    public mutating func count(_ loads: LiveBatch.Count) {
        if loads.decisions > 0 {
            // An entry is created at the time of its first decision, which may be later than one of another worker.
            first = min(first, loads.first)
            last = max(last, loads.last)
            countTimes(of: loads)
        }
        decisions += loads.decisions
        if follows == nil {
            bytesFromClient &+= loads.bytesFromClient
            bytesFromServer &+= loads.bytesFromServer
        } else {
            repeats += loads.decisions
            repeatedBytesFromClient &+= loads.bytesFromClient
            repeatedBytesFromServer &+= loads.bytesFromServer
        }
        clientRefusals += loads.clientRefusals
        for device in loads.devices {
            countDevice(device.address.description, device.decisions)
            if let user = device.user, users.count < Self.sampleLimit { users.insert(user) }
        }
        otherDeviceLoads += loads.otherDeviceDecisions
        for label in loads.labels { countLabel(label.name, label.decisions) }
        otherLabelLoads += loads.otherLabelDecisions
    }

    /// Counts the decisions over time. Only the first and the last time are known, which are less than a second apart
    /// unless the feed was held up.
    private mutating func countTimes(of loads: LiveBatch.Count) {
        guard loads.decisions > 1 else { return times.add(at: loads.first) }
        times.add(at: loads.first)
        times.add(loads.decisions - 1, at: loads.last)
    }
}

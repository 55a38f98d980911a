import Events
import InternetNames
import TransportSecurity

/// A choice of the loads of a recording, such as those of one app or of one day.
///
/// The conditions are combined: a load must match one element of each list that is not empty. An empty list chooses
/// every load.
public struct RecordingFilter: Hashable, Sendable {
    /// The names of apps, compared without regard to case. `unknown` is a load without an app.
    public var apps: [String] = []
    /// The builds of apps: the versions that User-Agents name.
    public var builds: [String] = []
    /// The IP addresses of devices.
    public var devices: [String] = []
    /// The proxy users.
    public var users: [String] = []
    /// The labels of test cases.
    public var labels: [String] = []
    /// The hosts.
    public var hosts: [HostPattern] = []
    /// The earliest time at which a chosen load began; nil for no limit.
    public var since: Instant?
    /// The latest time at which a chosen load began; nil for no limit.
    public var until: Instant?

    /// The name for loads without an app.
    public static let unknownName = "unknown"

    /// Creates a filter that chooses all loads.
    public init() {}

    /// Whether the filter chooses all loads.
    public var choosesAll: Bool { self == RecordingFilter() }

    /// Whether loads with the app and host of a decision are chosen. The other conditions are not checked.
    public func chooses(_ decision: DecisionEvent) -> Bool {
        let app = decision.app
        guard builds.isEmpty || app?.version.map(builds.contains) == true else { return false }
        return chooses(app: app?.name ?? Self.unknownName, decision.host)
    }

    /// Whether loads of an app from a host are chosen. The other conditions are not checked.
    ///
    /// - Parameter app: The name of the app; nil for any app.
    package func chooses(app: String?, _ host: Host?) -> Bool {
        let name = app?.lowercased()
        guard name == nil || apps.isEmpty || apps.contains(where: { $0.lowercased() == name }) else { return false }
        guard !hosts.isEmpty else { return true }
        return host.map { host in hosts.contains { $0.matches(host) } } ?? false
    }

    /// Whether the load of a line is chosen by all conditions except those on app and host.
    func chooses(_ line: borrowing ScannedLine) -> Bool {
        guard choosesTime(line.began) else { return false }
        return Self.isChosen(line.device, by: devices) && Self.isChosen(line.user, by: users)
            && Self.isChosen(line.label, by: labels)
    }

    /// Whether a connection of a client to a host is chosen, by the properties that the filter and a connection share.
    func chooses(_ host: Host, from client: IPAddress, at time: Instant) -> Bool {
        guard choosesTime(time), chooses(app: nil, host) else { return false }
        return Self.isChosen(Array(client.description.utf8), by: devices)
    }

    /// The loads of a day that a filter chooses by their time.
    enum ChosenPart {
        case none
        case some
        case all
    }

    /// The loads of a day that are chosen by their time. The other conditions are not checked.
    ///
    /// - Parameter day: The beginning of the day in UTC.
    func chosenPart(ofDay day: Instant) -> ChosenPart {
        let lastInstant = Instant(milliseconds: day.milliseconds + 86_399_999)
        if let since, since > lastInstant { return .none }
        if let until, until < day { return .none }
        return choosesTime(day) && choosesTime(lastInstant) ? .all : .some
    }

    private func choosesTime(_ time: Instant) -> Bool {
        if let since, time < since { return false }
        if let until, time > until { return false }
        return true
    }

    /// Whether the filter chooses by properties that only loads have.
    package var choosesByLoads: Bool { !apps.isEmpty || !builds.isEmpty || !users.isEmpty || !labels.isEmpty }

    /// Whether a list contains a name or is empty.
    private static func isChosen(_ name: [UInt8], by names: [String]) -> Bool {
        names.isEmpty || names.contains { $0.utf8.elementsEqual(name) }
    }
}

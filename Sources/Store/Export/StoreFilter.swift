import Recordings
import TransportSecurity

/// The loads that an export of the store contains. An empty list chooses all.
public struct StoreFilter: Equatable, Sendable {
    /// The names of apps, compared without regard to case. `unknown` is a load without an app.
    public var apps: [String] = []
    /// The builds of apps.
    public var builds: [String] = []
    /// The labels of test cases.
    public var labels: [String] = []
    /// The names of proxies.
    public var proxies: [String] = []
    /// A time within the first day in UTC; nil for no limit.
    public var since: Instant?
    /// A time within the last day in UTC; nil for no limit.
    public var until: Instant?

    /// Creates a filter that chooses everything.
    public init() {}

    /// Whether only some kinds of loads are chosen.
    var choosesKinds: Bool { !apps.isEmpty || !builds.isEmpty }

    /// Whether the filter leaves out loads of some days, test cases or proxies.
    var choosesLoads: Bool { !labels.isEmpty || !proxies.isEmpty || since != nil || until != nil }

    /// Whether an app with this name, nil for none, is chosen.
    func chooses(app: String?) -> Bool {
        let name = (app ?? RecordingFilter.unknownName).lowercased()
        return apps.isEmpty || apps.contains { $0.lowercased() == name }
    }
}

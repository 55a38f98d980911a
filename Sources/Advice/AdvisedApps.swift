import Documents
import InternetNames
import Recordings
import Traffic
import TransportSecurity

/// Recorded traffic, divided by app before advice is given. A policy belongs to one app, and an exception that only
/// another app needs would weaken it for nothing.
public struct AdvisedApps: Sendable {
    /// The parts of the traffic on which advice is given, by name. There is at least one.
    public let parts: [Part]
    /// The number of loads that are in no part, by the name of their app.
    public let leftOut: [String: Int]

    /// The largest number of apps on which advice is given, those with the most loads first.
    public static let limit = 50

    /// The traffic of one app.
    public struct Part: Sendable {
        /// The name of the app; nil if the traffic is not divided, or if its loads name no app.
        public var app: String?
        /// The traffic.
        public var traffic: RecordedTraffic
        /// The recorded loads outside the part, which may use exceptions that the part does not use.
        public var otherLoads: [TrafficEntry]
    }

    /// Divides traffic by the apps that User-Agents name. Traffic that names at most one app is not divided: loads
    /// that name none are then counted as loads of that app.
    ///
    /// - Parameters:
    ///   - unchosenLoads: Recorded loads that are not in the traffic, because they are not of the chosen apps. These
    ///     loads are outside every part.
    ///   - policyApps: The names of the app whose policy was given. If its loads are in the traffic, they are the only
    ///     part, together with the loads that name no app: these may be of the app, and use its exceptions.
    public init(
        _ traffic: RecordedTraffic, besides unchosenLoads: [TrafficEntry] = [], ofPolicyFor policyApps: [String] = []
    ) {
        var loadsByApp: [String: Int] = [:]
        for entry in traffic.entries {
            if let name = Self.app(of: entry) { loadsByApp[name, default: 0] += entry.loads }
        }
        guard loadsByApp.count > 1 else {
            parts = [Part(app: nil, traffic: traffic, otherLoads: unchosenLoads)]
            leftOut = [:]
            return
        }
        /// The part with the loads for which a condition holds.
        func part(named app: String?, where isOwn: (TrafficEntry) -> Bool) -> Part {
            let otherLoads = traffic.entries.filter { !isOwn($0) } + unchosenLoads
            return Part(app: app, traffic: traffic.keeping(isOwn), otherLoads: otherLoads)
        }
        let namesOfPolicy = Set(policyApps.map { $0.lowercased() })
        let appsOfPolicy = Set(loadsByApp.keys.filter { namesOfPolicy.contains($0.lowercased()) })
        guard appsOfPolicy.isEmpty else {
            let isOfPolicy = { (entry: TrafficEntry) in Self.app(of: entry).map(appsOfPolicy.contains) ?? true }
            parts = [part(named: appsOfPolicy.sorted().listed(atMost: 3), where: isOfPolicy)]
            leftOut = loadsByApp.filter { !appsOfPolicy.contains($0.key) }
            return
        }
        // Clients choose their names, so the number of parts has a limit.
        let mostLoaded = loadsByApp.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let advisedApps = Set(mostLoaded.prefix(Self.limit))
        var parts = advisedApps.sorted().map { name in part(named: name) { Self.app(of: $0) == name } }
        if traffic.entries.contains(where: { Self.app(of: $0) == nil }) {
            parts.append(part(named: nil) { Self.app(of: $0) == nil })
        }
        self.parts = parts
        leftOut = loadsByApp.filter { !advisedApps.contains($0.key) }
    }

    /// The sentence about apps that are left out; nil if none is.
    public var omission: String? {
        guard !leftOut.isEmpty else { return nil }
        let loads = Quantity.of(leftOut.values.reduce(0, +), "load")
        return "Not considered: \(loads) of other apps (\(leftOut.keys.sorted().listed(atMost: 8)))."
    }

    /// The app that a load names; nil if none does, and for the system's processes that load on behalf of apps.
    private static func app(of entry: TrafficEntry) -> String? {
        guard let name = entry.decision.app?.name, !name.isEmpty, !name.hasPrefix("com.apple."),
            !["AppleCoreMedia", "NetworkingExtension"].contains(name)
        else { return nil }
        return name
    }
}

import Documents
import InternetNames
import Recordings
import Traffic
import TransportSecurity

/// Recorded traffic, divided by app. A policy belongs to one app, and an exception that only another app needs would
/// weaken it for nothing.
public struct AdvisedApps: Sendable {
    /// The parts of the traffic on which advice is given, by name. There is at least one.
    public let parts: [Part]
    /// The number of loads that are in no part, by the name of their app; the empty name stands for loads that name
    /// none.
    public let leftOut: [String: Int]

    /// The largest number of apps on which advice is given, those with the most loads first.
    public static let limit = 50

    /// The traffic of one app.
    public struct Part: Sendable {
        /// The name of the app; nil if the traffic is not divided, or if its loads name no app.
        public var app: String?
        /// The traffic.
        public var traffic: RecordedTraffic
    }

    /// Divides traffic by the apps that User-Agents name. Traffic that names at most one app is not divided: loads
    /// that name none are then counted as loads of that app.
    ///
    /// - Parameter policyApps: The names of the app whose policy was given. If its loads are in the traffic, they are
    ///   the only part.
    public init(_ traffic: RecordedTraffic, ofPolicyFor policyApps: [String] = []) {
        var loadsByApp: [String: Int] = [:]
        for entry in traffic.entries {
            if let name = Self.app(of: entry) { loadsByApp[name, default: 0] += entry.loads }
        }
        guard loadsByApp.count > 1 else {
            parts = [Part(app: nil, traffic: traffic)]
            leftOut = [:]
            return
        }
        let appsOfPolicy = loadsByApp.keys.filter { name in
            policyApps.contains { $0.lowercased() == name.lowercased() }
        }
        // Clients choose their names, so the number of parts has a limit.
        let mostLoaded = loadsByApp.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let chosen = Set((appsOfPolicy.isEmpty ? mostLoaded : appsOfPolicy).prefix(Self.limit))
        var parts = chosen.sorted().map { name in
            Part(app: name, traffic: traffic.keeping { Self.app(of: $0) == name })
        }
        var leftOut = loadsByApp.filter { !chosen.contains($0.key) }
        let nameless = traffic.entries.filter { Self.app(of: $0) == nil }
        if appsOfPolicy.isEmpty, !nameless.isEmpty {
            parts.append(Part(app: nil, traffic: traffic.keeping { Self.app(of: $0) == nil }))
        }
        if !appsOfPolicy.isEmpty {
            let loads = nameless.reduce(0) { $0 + $1.loads }
            if loads > 0 { leftOut[""] = loads }
        }
        self.parts = parts
        self.leftOut = leftOut
    }

    /// The sentence about apps that are left out; nil if none is.
    public var omission: String? {
        guard !leftOut.isEmpty else { return nil }
        let others = leftOut.filter { !$0.key.isEmpty }
        var clauses: [String] = []
        if !others.isEmpty {
            let loads = Quantity.of(others.values.reduce(0, +), "load")
            clauses.append("\(loads) of other apps (\(others.keys.sorted().listed(atMost: 8)))")
        }
        if let nameless = leftOut[""], nameless > 0 {
            clauses.append("\(Quantity.of(nameless, "load")) that name no app")
        }
        return "Not considered: \(clauses.joined(separator: ", and "))."
    }

    /// The app that a load names; nil if none does, and for the system's processes that load on behalf of apps.
    private static func app(of entry: TrafficEntry) -> String? {
        guard let name = entry.decision.app?.name, !name.isEmpty, !name.hasPrefix("com.apple."),
            !["AppleCoreMedia", "NetworkingExtension"].contains(name)
        else { return nil }
        return name
    }
}

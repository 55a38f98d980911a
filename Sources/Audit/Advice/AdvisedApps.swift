import InternetNames
import Recording
import TransportSecurity

/// Recorded traffic apart by app, because a policy is of one app: an exception that another app needs is a hole in this
/// one.
public struct AdvisedApps: Sendable {
    /// The parts of the traffic on which advice is given, by name. There is at least one.
    public let parts: [Part]
    /// The number of loads that are in no part, by the name of their app; the empty name stands for loads that name none.
    public let leftOut: [String: Int]

    /// The traffic of one app.
    public struct Part: Sendable {
        /// The name of the app; nil if the traffic is not apart, or names no app.
        public var app: String?
        /// The traffic.
        public var traffic: RecordedTraffic
    }

    /// Divides traffic by the apps that User-Agents name. Traffic that names at most one app is not divided: what names none
    /// is then taken for that app's.
    ///
    /// - Parameter policyApps: The names of the app whose policy was given. If its loads are in the traffic, they are the
    ///   only part.
    public init(_ traffic: RecordedTraffic, ofPolicyFor policyApps: [String] = []) {
        let names = Set(traffic.entries.compactMap { Self.app(of: $0) })
        guard names.count > 1 else {
            parts = [Part(app: nil, traffic: traffic)]
            leftOut = [:]
            return
        }
        let chosen = names.filter { name in policyApps.contains { Self.isSame($0, name) } }
        var leftOut: [String: Int] = [:]
        for entry in traffic.entries where !chosen.isEmpty {
            guard let name = Self.app(of: entry), chosen.contains(name) else {
                leftOut[Self.app(of: entry) ?? "", default: 0] += entry.loads
                continue
            }
        }
        self.leftOut = leftOut
        var parts = (chosen.isEmpty ? names : chosen).sorted().map { name in
            Part(app: name, traffic: traffic.keeping { Self.app(of: $0) == name })
        }
        if chosen.isEmpty, traffic.entries.contains(where: { Self.app(of: $0) == nil }) {
            parts.append(Part(app: nil, traffic: traffic.keeping { Self.app(of: $0) == nil }))
        }
        self.parts = parts
    }

    /// The sentence that says what is left out; nil if nothing is.
    public var omission: String? {
        guard !leftOut.isEmpty else { return nil }
        let others = leftOut.filter { !$0.key.isEmpty }
        var clauses: [String] = []
        if !others.isEmpty {
            let names = others.keys.sorted()
            let more = names.count > 8 ? " and \(names.count - 8) others" : ""
            clauses.append(
                "\(Quantity.of(others.values.reduce(0, +), "load")) of other apps "
                    + "(\(names.prefix(8).joined(separator: ", "))\(more))")
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

    /// Whether a name of a bundle is the name in a User-Agent.
    private static func isSame(_ bundleName: String, _ name: String) -> Bool {
        bundleName.lowercased() == name.lowercased()
    }
}

import InternetNames
import Synchronization

/// Whose rules hold over which loads: a policy, the OS and the app under it, and what follows from a violation.
///
/// One jurisdiction belongs to each listener. It is immutable but for the readings of its policy, one for each OS,
/// which are made when they are first asked for.
public final class Jurisdiction: Sendable {
    /// The name by which events call the policy.
    public let policyName: String
    /// What follows from a violation.
    public let mode: Mode
    /// Whether a tunnel is blocked in `enforce` whose server cannot be compared with the one assessed.
    public let hasStrictTunnels: Bool
    /// Whose rules hold.
    public let os: Choice
    /// What the rules' findings are waived for.
    public let waivers: [Waiver]
    /// The apps whose loads are judged; empty for all.
    public let appNames: Set<String>

    private let dictionary: [String: PropertyValue]
    private let linkedSDK: OSVersion?
    private let loadKind: LoadKind?
    private let readings = Mutex<[OSVersion: Policy]>([:])

    /// Which OS judges a load.
    public enum Choice: Hashable, Sendable {
        /// Always this one.
        case fixed(OSVersion)
        /// The one that the client's User-Agent names, the newest where it names none.
        case byUserAgent
    }

    /// A jurisdiction of that policy. `loadKind` nil: by User-Agent. `appNames` empty: every app is judged.
    public init(
        policyName: String, dictionary: [String: PropertyValue], linkedSDK: OSVersion? = nil, os: Choice,
        loadKind: LoadKind? = nil, appNames: [String] = [], mode: Mode, hasStrictTunnels: Bool = false,
        waivers: [Waiver] = []
    ) {
        self.policyName = policyName
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
        self.os = os
        self.loadKind = loadKind
        self.appNames = Set(appNames)
        self.mode = mode
        self.hasStrictTunnels = hasStrictTunnels
        self.waivers = waivers
    }

    /// The keys of the policy's `NSExceptionDomains` and `NSPinnedDomains`, as they are spelled there.
    public var domainKeys: [String] {
        [ATSKey.exceptionDomains, ATSKey.pinnedDomains].flatMap { key -> [String] in
            guard case .dictionary(let entries) = dictionary[key] else { return [] }
            return Array(entries.keys)
        }
    }

    /// What the policy demands of a load to that host by that app, under the OS that judges it.
    public func requirements(for host: Host, by app: ClientApp) -> Requirements {
        let version = judgingOS(of: app)
        guard appNames.isEmpty || app.name.map(appNames.contains) == true else {
            return Requirements(
                host: host, os: version, applies: false, reason: .otherApp, allowsInsecureHTTPLoads: true,
                minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
        }
        return policy(readBy: version).requirements(for: host, kind: loadKind ?? app.api)
    }

    /// The OS whose rules judge that app's loads.
    public func judgingOS(of app: ClientApp) -> OSVersion {
        switch os {
        case .fixed(let version): return version
        case .byUserAgent: return app.os ?? .newest
        }
    }

    /// A User-Agent can name any version; only so many readings are kept.
    private func policy(readBy version: OSVersion) -> Policy {
        if let known = readings.withLock({ $0[version] }) { return known }
        let read = Policy(dictionary, readBy: version, linkedSDK: linkedSDK)
        readings.withLock { readings in
            if readings.count >= Self.readingLimit { readings.removeAll() }
            readings[version] = read
        }
        return read
    }

    private static let readingLimit = 64
}

extension Jurisdiction.Choice: CustomStringConvertible {
    /// `ios26.4`, or `auto`.
    public var description: String {
        switch self {
        case .fixed(let version): return version.description
        case .byUserAgent: return "auto"
        }
    }
}

import InternetNames
import Synchronization

/// A policy together with the OS and the apps that it holds for, and the mode.
///
/// A listener has one for each of its policies (`PolicySelection`). The values are immutable. The policy as each OS
/// reads it is computed at the first use and cached.
public final class AppliedPolicy: Sendable {
    /// The name of the policy in events.
    public let policyName: String
    /// The consequence of a violation.
    public let mode: Mode
    /// The choice of the OS whose rules apply.
    public let os: Choice
    /// The waivers that turn findings into notes.
    public let waivers: [Waiver]
    /// The apps whose loads are judged; empty for all.
    public let appNames: Set<String>

    /// The `NSAppTransportSecurity` dictionary.
    public let dictionary: [String: PropertyValue]
    /// The SDK that the app was built with; nil if it is that of the OS.
    public let linkedSDK: OSVersion?
    /// The API that loads; nil if the User-Agent decides.
    public let loadingAPI: LoadingAPI?
    /// The identifier of the policy in recordings; nil if it is not recorded.
    public let digest: String?

    private let readings = Mutex<[OSVersion: Policy]>([:])

    /// The choice of the OS whose rules apply to a load.
    public enum Choice: Hashable, Sendable {
        /// Always the same OS.
        case fixed(OSVersion)
        /// The OS named in the client's User-Agent, or the newest if none is named.
        case byUserAgent
    }

    /// Creates an applied policy. If `loadingAPI` is nil, the User-Agent decides. If `appNames` is empty, all apps
    /// are judged.
    public init(
        policyName: String, dictionary: [String: PropertyValue], linkedSDK: OSVersion? = nil, os: Choice,
        loadingAPI: LoadingAPI? = nil, appNames: [String] = [], mode: Mode, waivers: [Waiver] = [],
        digest: String? = nil
    ) {
        self.policyName = policyName
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
        self.os = os
        self.loadingAPI = loadingAPI
        self.appNames = Set(appNames)
        self.mode = mode
        self.waivers = waivers
        self.digest = digest
    }

    /// The keys of the policy's `NSExceptionDomains` and `NSPinnedDomains`, as the policy spells them.
    public var domainKeys: [String] {
        [ATSKey.exceptionDomains, ATSKey.pinnedDomains].flatMap { key -> [String] in
            guard case .dictionary(let entries) = dictionary[key] else { return [] }
            return Array(entries.keys)
        }
    }

    /// The requirements of the policy for a load by an app to a host, under the OS that judges the app.
    ///
    /// - Parameters:
    ///   - host: The host, or the address that stands for it.
    ///   - app: The app.
    ///   - isNameKnown: Whether the app named the host. Otherwise the host is not exempt as local.
    public func requirements(for host: Host, by app: ClientApp, isNameKnown: Bool = true) -> Requirements {
        let version = judgingOS(of: app)
        guard appNames.isEmpty || app.name.map(appNames.contains) == true else {
            return Requirements(
                host: host, os: version, applies: false, reason: .otherApp, allowsInsecureHTTPLoads: true,
                minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
        }
        return policy(readBy: version).requirements(
            for: host, kind: loadingAPI ?? app.api, isNameKnown: isNameKnown)
    }

    /// The OS whose rules judge the app's loads.
    public func judgingOS(of app: ClientApp) -> OSVersion {
        switch os {
        case .fixed(let version): return version
        case .byUserAgent: return app.os ?? .newest
        }
    }

    /// The policy as an OS reads it. The cache is limited, because a User-Agent can name any version.
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

extension AppliedPolicy.Choice: CustomStringConvertible {
    /// The choice in the spelling of `--os`: `ios26.4` or `auto`.
    public var description: String {
        switch self {
        case .fixed(let version): return version.description
        case .byUserAgent: return "auto"
        }
    }
}

import InternetNames

/// What a policy means for one URL, before anybody asked the server.
public struct Explanation: Hashable, Sendable {
    /// The URL.
    public let url: LoadURL
    /// The interface that would load it.
    public let kind: LoadKind
    /// What the policy demands of its host.
    public let requirements: Requirements
    /// Which key decided, and why, in one sentence.
    public let reason: String

    /// What the policy means for a URL loaded that way.
    public init(of policy: Policy, for url: LoadURL, kind: LoadKind) {
        self.url = url
        self.kind = kind
        requirements = policy.requirements(for: url.host, kind: kind)
        reason = policy.sentence(for: requirements, kind: kind)
    }

    /// What can be said without the server.
    public enum Decision: String, Codable, Sendable {
        /// Cleartext that is permitted, or a load that ATS does not judge.
        case allowed
        /// Cleartext that is not permitted.
        case blocked
        /// TLS that ATS judges: it depends on the server.
        case depends
    }

    /// What becomes of the load, as far as that can be said without the server.
    public var decision: Decision {
        if url.scheme.isSecure { return requirements.applies ? .depends : .allowed }
        return requirements.allowsInsecureHTTPLoads ? .allowed : .blocked
    }

    /// What becomes of the load, in one sentence.
    public var consequence: String {
        switch decision {
        case .allowed where !url.scheme.isSecure: return "Cleartext is permitted."
        case .allowed: return "ATS does not judge the load; the system's ordinary trust evaluation does."
        case .blocked: return "Cleartext is blocked."
        case .depends: return "The server must offer \(demands)."
        }
    }

    private var demands: String {
        var demands = ["\(requirements.minimumTLSVersion.prose) or later"]
        if requirements.requiresForwardSecrecy { demands.append("forward secrecy") }
        if requirements.requiresNIAP { demands.append("what NIAP's FCP_v2.1 asks for") }
        if requirements.requiresCertificateTransparency { demands.append("Certificate Transparency") }
        if requirements.pins != nil { demands.append("a pinned key") }
        let last = demands.removeLast()
        return demands.isEmpty ? last : demands.joined(separator: ", ") + " and " + last
    }
}

extension Policy {
    /// Which key made the requirements what they are.
    fileprivate func sentence(for requirements: Requirements, kind: LoadKind) -> String {
        let host = requirements.host
        switch requirements.reason {
        case .exceptionDomain:
            return "NSExceptionDomains has the entry \(requirements.matched ?? "") for \(host)."
        case .builtInException:
            return "\(os) itself brings an exception for \(requirements.matched ?? "") along."
        case .local:
            return "\(localityOf(host)), and NSAllowsLocalNetworking is not NO."
        case .media:
            return "NSAllowsArbitraryLoadsForMedia is YES, and no entry of NSExceptionDomains names \(host)."
        case .webContent:
            return "NSAllowsArbitraryLoadsInWebContent is YES, and no entry of NSExceptionDomains names \(host)."
        case .arbitraryLoads:
            return "NSAllowsArbitraryLoads is YES, and no entry of NSExceptionDomains names \(host)."
        case .default:
            return defaultSentence(for: host)
        case .notSubject:
            return kind.isSubjectToATS
                ? "The app is linked with the SDK of \(linkedSDK ?? os), from before ATS, which is off for it."
                : "ATS does not judge loads that bypass URLSession, WebKit and AVFoundation."
        case .otherApp:
            return "The load is not of the app that is judged."
        }
    }

    private func localityOf(_ host: Host) -> String {
        if host.isLocal { return "\(host) is local" }
        return os.profile < .ios17
            ? "\(os) exempts all IP addresses"
            : "\(os) exempts all IP addresses for apps linked with an SDK from before iOS 17"
    }

    private func defaultSentence(for host: Host) -> String {
        guard os.readsAppPolicies else {
            return "Apple's own processes come under ATS and FCP_v2.1 whatever the host; no policy exempts any."
        }
        if host.isLocal && allowsLocalNetworking == false {
            return "NSAllowsLocalNetworking is NO, which puts local destinations such as \(host) under ATS."
        }
        if allowsArbitraryLoads, let key = keyVoidingArbitraryLoads {
            return "NSAllowsArbitraryLoads is YES, but \(os) ignores it because \(key) is present."
        }
        return "No key of the policy exempts \(host), so all of ATS holds."
    }
}

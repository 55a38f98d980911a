import InternetNames

/// The verdict of a policy on one URL, as far as it is known without contact to the server.
public struct PolicyVerdict: Hashable, Sendable {
    /// The URL.
    public let url: LoadURL
    /// The API that would load the URL.
    public let kind: LoadKind
    /// The requirements of the policy for the URL's host.
    public let requirements: Requirements
    /// The key that decided, and why, in one sentence.
    public let reason: String

    /// Creates the verdict of a policy on a URL and the API that loads it.
    public init(of policy: Policy, for url: LoadURL, kind: LoadKind) {
        self.url = url
        self.kind = kind
        requirements = policy.requirements(for: url.host, kind: kind)
        reason = policy.sentence(for: requirements, kind: kind)
    }

    /// The outcomes that can be known without the server.
    public enum Decision: String, Codable, Sendable {
        /// Cleartext that is permitted, or a load that is not subject to ATS.
        case allowed
        /// Cleartext that is not permitted.
        case blocked
        /// TLS that is subject to ATS. The server decides.
        case dependsOnServer = "depends"
    }

    /// The outcome of the load, as far as it is known without the server.
    public var decision: Decision {
        if url.scheme.isSecure { return requirements.applies ? .dependsOnServer : .allowed }
        return requirements.allowsInsecureHTTPLoads ? .allowed : .blocked
    }

    /// The outcome of the load in one sentence.
    public var consequence: String {
        switch decision {
        case .allowed where !url.scheme.isSecure: return "Cleartext is permitted."
        case .allowed: return "ATS does not judge the load; the system's ordinary trust evaluation does."
        case .blocked: return "Cleartext is blocked."
        case .dependsOnServer: return "The server must offer \(demands)."
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
    /// The sentence that names the key behind the requirements.
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

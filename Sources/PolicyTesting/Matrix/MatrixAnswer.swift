import InternetNames
import TransportSecurity

/// A cell of a `PolicyMatrix`: the decision, its consequence and its cause, without the host.
struct MatrixAnswer: Hashable, Sendable {
    /// The decision.
    let decision: PolicyVerdict.Decision
    /// The consequence and the cause in sentences.
    let sentences: String
    /// The part of the policy that decided.
    let reason: Requirements.Reason
    /// The key of the entry that decided; nil if another part did.
    let matched: String?

    init(_ verdict: PolicyVerdict, under policy: Policy) {
        decision = verdict.decision
        let cause = DecidingCause.sentence(on: verdict.requirements, under: policy)
        sentences = "\(verdict.consequence) \(cause)"
        reason = verdict.requirements.reason
        matched = verdict.requirements.matched
    }
}

/// The key of a policy, or the rule of an OS, that decides about all hosts of a kind. The sentence names no host.
private enum DecidingCause {
    /// The sentence on the requirements of a policy.
    static func sentence(on requirements: Requirements, under policy: Policy) -> String {
        let matched = (requirements.matched ?? "").visible()
        switch requirements.reason {
        case .exceptionDomain: return "The entry \(matched) of NSExceptionDomains holds."
        case .builtInException: return "The OS has a built-in exception for \(matched)."
        case .local: return exemption(of: requirements.host, by: policy)
        case .media: return "NSAllowsArbitraryLoadsForMedia is YES."
        case .webContent: return "NSAllowsArbitraryLoadsInWebContent is YES."
        case .arbitraryLoads: return "NSAllowsArbitraryLoads is YES."
        case .default: return defaults(for: requirements.host, under: policy)
        case .notSubject:
            return policy.precedesATS
                ? "The app is linked with an SDK from before ATS." : "ATS does not judge loads through this API."
        case .otherApp: return "The load is not of the app that is judged."
        }
    }

    /// The reason why a local host or an address is exempt.
    private static func exemption(of host: Host, by policy: Policy) -> String {
        if host.isLocal { return "The host is local, and NSAllowsLocalNetworking is not NO." }
        return policy.os.generation < .ios17
            ? "The OS exempts all IP addresses."
            : "The OS exempts all IP addresses for an app linked with an SDK from before iOS 17."
    }

    /// The reason why a host is under ATS.
    private static func defaults(for host: Host, under policy: Policy) -> String {
        guard policy.os.readsAppPolicies else { return "Apple's own processes come under ATS for every host." }
        if host.isLocal, policy.allowsLocalNetworking == false {
            return "NSAllowsLocalNetworking is NO, which puts local hosts under ATS."
        }
        if policy.allowsArbitraryLoads, let key = policy.keyVoidingArbitraryLoads {
            return "NSAllowsArbitraryLoads is YES, but the presence of \(key) voids it."
        }
        if !policy.os.readsLocalAndContentKeys, isExemptLater(host) {
            return "No key exempts the host, and the OS exempts neither local hosts nor addresses."
        }
        return "No key exempts the host, and the host is not local."
    }

    /// Whether later systems exempt the host.
    private static func isExemptLater(_ host: Host) -> Bool {
        switch host {
        case .name: return host.isLocal
        case .address: return true
        }
    }
}

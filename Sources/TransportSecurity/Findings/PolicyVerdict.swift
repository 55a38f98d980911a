import InternetNames

extension Policy {
    /// The verdict of the policy on a URL, as far as it is known without contact to the server.
    ///
    /// - Parameters:
    ///   - url: The URL that the app loads.
    ///   - kind: The API that loads the URL.
    public func verdict(for url: LoadURL, kind: LoadingAPI = .urlSession) -> PolicyVerdict {
        let requirements = requirements(for: url.host, kind: kind)
        return PolicyVerdict(
            url: url, kind: kind, requirements: requirements, reason: sentence(for: requirements, kind: kind),
            pinnedDomains: requirements.pins == nil ? [] : pinnedDomains(for: url.host))
    }
}

/// The verdict of a policy on one URL, as far as it is known without contact to the server.
///
/// A test compares the verdict with a ``Decision``. A failed expectation prints the ``description`` of the verdict,
/// which names the violated rule, the key that decides and the exception that would permit the load.
public struct PolicyVerdict: Hashable, Sendable {
    /// The URL.
    public let url: LoadURL
    /// The API that would load the URL.
    public let kind: LoadingAPI
    /// The requirements of the policy for the URL's host.
    public let requirements: Requirements
    /// The key that decided, and why, in one sentence.
    public let reason: String
    /// The entries of `NSPinnedDomains` that apply, whose identities count together; empty if the host is not pinned.
    public let pinnedDomains: [PinnedDomain]

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
        case .allowed where requirements.pins != nil:
            return "ATS does not judge the load; the system's ordinary trust evaluation does, and demands a pinned key."
        case .allowed: return "ATS does not judge the load; the system's ordinary trust evaluation does."
        case .blocked: return "Cleartext is blocked."
        case .dependsOnServer: return "The server must offer \(demands)."
        }
    }

    /// The key of `NSPinnedDomains` that applies and its demand, in one sentence; nil if the host is not pinned, or if
    /// the URL is one of cleartext, which shows no certificate.
    public var pinning: String? {
        guard url.scheme.isSecure, !pinnedDomains.isEmpty, let pins = requirements.pins else { return nil }
        let keys = pinnedDomains.map(\.key)
        let entries = keys.count == 1 ? "entry \(keys[0])" : "entries \(keys.joined(separator: " and "))"
        return "NSPinnedDomains has the \(entries) for \(requirements.host): \(pins.demand)."
    }

    /// The violations that are known without the server: cleartext that is not permitted.
    public var violations: [Finding] {
        guard decision == .blocked else { return [] }
        // The rule for cleartext does not depend on the time.
        let verdict = Verdict(
            of: .cleartext(url.scheme), under: requirements, by: .standard(logs: nil), at: Instant(milliseconds: 0))
        return verdict.violations
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

extension PolicyVerdict {
    /// Whether the decision of a verdict is the given one.
    public static func == (verdict: PolicyVerdict, decision: Decision) -> Bool { verdict.decision == decision }

    /// Whether the decision of a verdict is another than the given one.
    public static func != (verdict: PolicyVerdict, decision: Decision) -> Bool { verdict.decision != decision }
}

extension PolicyVerdict: CustomStringConvertible {
    /// The decision, the violated rules, the URL, the OS, the consequence, the reason, the exception that would permit
    /// the load, and the notes, in one line.
    public var description: String {
        let rules = violations.map(\.rule.rawValue).joined(separator: ", ")
        var sentences = [
            "\(heading(rules: rules)): \(url.text.visible()) under \(requirements.os).", consequence, reason,
        ]
        if let pinning { sentences.append(pinning) }
        for case let exception? in violations.map(\.exception) {
            sentences.append("To permit it, under NSExceptionDomains: \(exception).")
        }
        sentences += requirements.notes.map { "Note: \($0.message)" }
        return sentences.joined(separator: " ")
    }

    private func heading(rules: String) -> String {
        switch decision {
        case .allowed: return "allowed"
        case .blocked: return "blocked by the rule \(rules)"
        case .dependsOnServer: return "depends on the server"
        }
    }
}

extension Policy {
    /// The sentence that names the key behind the requirements.
    fileprivate func sentence(for requirements: Requirements, kind: LoadingAPI) -> String {
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
        return os.generation < .ios17
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

import TransportSecurity

/// A member of the answer of `policy explain --format json` about a URL, for which an expectation may have a value.
package enum AnswerMember: String, CaseIterable, Sendable {
    case decision, applies, reason, matched, allowsInsecureHTTPLoads, minimumTLSVersion, requiresForwardSecrecy
    case requiresCertificateTransparency, requiresNIAP, pins

    /// The value of the member in the answer of a policy.
    package func value(in verdict: PolicyVerdict) -> AnswerValue {
        let requirements = verdict.requirements
        // Without ATS, the answer has null for each requirement.
        func ifApplied(_ value: AnswerValue) -> AnswerValue { requirements.applies ? value : .null }
        switch self {
        case .decision: return .text(verdict.decision.rawValue)
        case .applies: return .boolean(requirements.applies)
        case .reason: return .text(requirements.reason.rawValue)
        case .matched: return requirements.matched.map(AnswerValue.text) ?? .null
        case .allowsInsecureHTTPLoads: return ifApplied(.boolean(requirements.allowsInsecureHTTPLoads))
        case .minimumTLSVersion: return ifApplied(.text(requirements.minimumTLSVersion.name))
        case .requiresForwardSecrecy: return ifApplied(.boolean(requirements.requiresForwardSecrecy))
        case .requiresCertificateTransparency: return ifApplied(.boolean(requirements.requiresCertificateTransparency))
        case .requiresNIAP: return ifApplied(.boolean(requirements.requiresNIAP))
        case .pins: return .list(verdict.pinnedDomains.map(\.answer))
        }
    }

    /// The form of the member's values.
    var form: MemberForm {
        switch self {
        case .decision:
            let decisions: [PolicyVerdict.Decision] = [.allowed, .blocked, .dependsOnServer]
            return .word(decisions.map(\.rawValue), orNull: false)
        case .applies: return .boolean(orNull: false)
        case .reason:
            let reasons: [Requirements.Reason] = [
                .exceptionDomain, .builtInException, .local, .media, .webContent, .arbitraryLoads, .default,
                .notSubject,
            ]
            return .word(reasons.map(\.rawValue), orNull: false)
        case .matched: return .textOrNull
        case .minimumTLSVersion: return .word(TLSVersion.allCases.filter { $0 > .ssl3 }.map(\.name), orNull: true)
        case .allowsInsecureHTTPLoads, .requiresForwardSecrecy, .requiresCertificateTransparency, .requiresNIAP:
            return .boolean(orNull: true)
        case .pins: return .pins
        }
    }
}

extension PinnedDomain {
    /// The entry as a value with the members of `policy explain --format json`. A list that the entry lacks is null: a
    /// file can then expect its absence.
    fileprivate var answer: AnswerValue {
        var members: [String: AnswerValue] = [
            "domain": .text(key), "includesSubdomains": .boolean(includesSubdomains),
        ]
        for (name, digests) in [("caIdentities", identities.authorities), ("leafIdentities", identities.leaves)] {
            let sorted = digests?.sorted { $0.lexicographicallyPrecedes($1) }
            members[name] = sorted.map { .list($0.map { .text(Base64.encode($0)) }) } ?? .null
        }
        return .members(members)
    }
}

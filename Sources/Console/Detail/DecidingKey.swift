import AppBundle
import Events
import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// The key of the Info.plist that decided on a load, as `policy explain` names it, such as
/// `NSExceptionDomains`, `example.com`, `NSExceptionMinimumTLSVersion`. A row's detail shows it.
public struct DecidingKey: Hashable, JSONWritable, Sendable {
    /// The keys below `NSAppTransportSecurity`, from the outermost one to the deciding key; empty if no key of the
    /// policy decided.
    public var path: [String]
    /// The value of the key; nil if the policy does not have the key. The default of the key then holds.
    public var value: PropertyValue?
    /// The part of the policy that decided.
    public var reason: Requirements.Reason
    /// The key and its meaning, with notes on keys that were meant for the host.
    public var sentence: String

    /// Finds the key that decided on an entry.
    ///
    /// - Parameter appliedPolicy: The policy that judged the load; nil if it is not known. The sentence is then made
    ///   only from the recorded summary.
    public init?(of judged: JudgedEntry, in appliedPolicy: AppliedPolicy?) {
        guard let summary = judged.policy, let host = judged.entry.decision.host else { return nil }
        reason = summary.reason
        path = Self.path(to: summary, violations: judged.violations + judged.warnings)
        guard let appliedPolicy else {
            sentence = Self.recordedSentence(summary, at: host)
            return
        }
        value = Self.value(at: path, in: appliedPolicy.dictionary)
        let app = judged.entry.decision.app ?? ClientApp(userAgent: "")
        let decision =
            Self.sentence(for: host, judged, by: app, under: appliedPolicy)
            ?? Self.recordedSentence(summary, at: host)
        let notes = MistakenKey.keys(of: appliedPolicy.dictionary, meantFor: host).map { "Note: \($0.sentence)" }
        sentence = ([decision] + notes).joined(separator: " ")
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("value", value)
            json.member("reason", reason)
            json.member("sentence", sentence)
        }
    }
}

extension DecidingKey {
    /// The reason for the policy's verdict on the URL of the load; nil for a load that the policy does not judge.
    private static func sentence(
        for host: Host, _ judged: JudgedEntry, by app: ClientApp, under appliedPolicy: AppliedPolicy
    ) -> String? {
        let decision = judged.entry.decision
        guard judged.policy?.reason != .otherApp,
            let url = try? LoadURL(
                "\((decision.scheme ?? .https).rawValue)://\(Authority(host: host, port: decision.port ?? 443))/")
        else { return nil }
        let policy = Policy(
            appliedPolicy.dictionary, readBy: judged.policy?.os ?? appliedPolicy.judgingOS(of: app),
            linkedSDK: appliedPolicy.linkedSDK)
        return policy.verdict(for: url, kind: appliedPolicy.loadingAPI ?? app.api).reason
    }

    /// The keys that lead to the part of the policy that decided. In an entry of `NSExceptionDomains`, the last key is
    /// the one that the findings are about.
    private static func path(to summary: PolicySummary, violations: [Finding]) -> [String] {
        switch summary.reason {
        case .exceptionDomain:
            let entry = [ATSKey.exceptionDomains, summary.matched ?? ""]
            guard let key = violations.lazy.compactMap({ key(behind: $0.rule) }).first else { return entry }
            return entry + [key]
        case .local: return [ATSKey.allowsLocalNetworking]
        case .media: return [ATSKey.allowsArbitraryLoadsForMedia]
        case .webContent: return [ATSKey.allowsArbitraryLoadsInWebContent]
        case .arbitraryLoads: return [ATSKey.allowsArbitraryLoads]
        case .builtInException, .default, .notSubject, .otherApp: return []
        }
    }

    /// The key of an entry that sets the demand of a rule.
    private static func key(behind rule: RuleID) -> String? {
        switch rule {
        case .cleartext, .tunnelCleartext: return ATSKey.exceptionAllowsInsecureHTTPLoads
        case .tlsVersion, .tunnelVersion: return ATSKey.exceptionMinimumTLSVersion
        case .tlsForwardSecrecy: return ATSKey.exceptionRequiresForwardSecrecy
        case .niapCipher, .niapSignature, .niapExtendedMasterSecret:
            return ATSKey.exceptionRequiresNIAPTLSPackageVersion
        case .certificateTrust, .certificateValidity, .certificateHostname, .certificateKeySize,
            .certificateSignature, .certificateUsage, .certificateLifetime, .certificateRevoked,
            .certificateTransparency:
            // With this key, ATS leaves trust to the default evaluation of the system, which the app may override.
            return ATSKey.exceptionAllowsInsecureHTTPLoads
        case .tlsCipher, .tlsHandshake, .certificatePin, .tunnelCipher, .tunnelSNI, .tunnelCertificate: return nil
        }
    }

    private static func value(at path: [String], in dictionary: [String: PropertyValue]) -> PropertyValue? {
        guard !path.isEmpty else { return nil }
        var value = PropertyValue.dictionary(dictionary)
        for key in path {
            guard case .dictionary(let members) = value, let next = members[key] else { return nil }
            value = next
        }
        return value
    }

    /// The sentence for a policy whose keys are not known.
    private static func recordedSentence(_ summary: PolicySummary, at host: Host) -> String {
        let source = summary.source ?? RecordedPolicies.defaultsName
        switch summary.reason {
        case .exceptionDomain:
            return "The policy \(source.visible()) had the entry \((summary.matched ?? "").visible()) for \(host)."
        case .otherApp: return "The load is not of the app that is judged."
        case .default: return "No key of the policy \(source.visible()) exempted \(host)."
        case .builtInException, .local, .media, .webContent, .arbitraryLoads, .notSubject:
            return "The reason that was recorded is \(summary.reason.rawValue)."
        }
    }
}

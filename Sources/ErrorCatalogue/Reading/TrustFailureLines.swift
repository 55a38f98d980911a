import Documents
import TransportSecurity

/// The lines of the Security framework about chains that fail the system's trust evaluation, such as
/// `Trust evaluate failure: [leaf ServerAuthEKU] [ca1 IntermediateEKU]`. Each pair of brackets has a certificate of the
/// chain and the checks that it fails.
///
/// The names of the checks and their meaning are those of Apple's `SecFrameworkStrings.h`, and of public reports
/// (supermerill/SuperSlicer 1110).
enum TrustFailureLines {
    /// The explanations of the lines in the text, each followed by those of the checks that have a code.
    static func explanations(in text: String) -> [ErrorExplanation] {
        var explanations: [ErrorExplanation] = []
        for range in text.ranges(of: mark).prefix(100) {
            let groups = groups(in: text[range.upperBound...].prefix(1000))
            guard !groups.isEmpty else { continue }
            explanations.append(explanation(ofLineWith: groups))
            explanations += groups.flatMap(\.checks).compactMap(explanation(ofCheck:))
        }
        return explanations
    }

    private static let mark = "Trust evaluate failure:"

    /// A pair of brackets: a certificate and the checks that it fails.
    private struct Group {
        /// The certificate's position in the chain: `leaf`, `root`, or a name such as `ca1`.
        var position: String
        /// The names of the checks.
        var checks: [String]

        /// The checks in a sentence about the certificate.
        var sentence: String {
            var certificate = "The certificate \(position.visible()) of the chain, counted from the server's own"
            if position == "leaf" { certificate = "The server's own certificate" }
            if position == "root" { certificate = "The last certificate of the chain" }
            let names = checks.map { check in
                let isKnown = codes[check] != nil || transparency.contains(check)
                return check.visible() + (isKnown ? "" : ", which is not known here")
            }
            return "\(certificate) fails \(names.listed(atMost: 20))."
        }
    }

    /// The pairs of brackets at the beginning of the text.
    private static func groups(in text: Substring) -> [Group] {
        var groups: [Group] = []
        var text = text.drop(while: \.isWhitespace)
        while text.first == "[", let end = text.firstIndex(of: "]") {
            let words = text[..<end].dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
            guard let position = words.first else { break }
            groups.append(Group(position: position, checks: Array(words.dropFirst())))
            text = text[end...].dropFirst().drop(while: \.isWhitespace)
        }
        return groups
    }

    /// The explanation of a whole line.
    private static func explanation(ofLineWith groups: [Group]) -> ErrorExplanation {
        let checks = groups.flatMap(\.checks)
        var rules = Set(checks.flatMap { explanation(ofCheck: $0)?.rules ?? [] })
        if checks.contains(where: transparency.contains) { rules.insert(.certificateTransparency) }
        return ErrorExplanation(
            layer: .trust, code: nil, name: "Trust evaluate failure", kind: .trust,
            meaning:
                "The system's trust evaluation failed. The brackets name certificates of the chain, and the checks "
                + "that they fail.",
            causes: groups.map(\.sentence),
            rules: rules.isEmpty ? nil : RuleID.allCases.filter(rules.contains))
    }

    /// The explanation of a check that has a code; nil for any other check.
    private static func explanation(ofCheck check: String) -> ErrorExplanation? {
        codes[check].flatMap { ErrorCatalogue.byCode[$0] }
    }

    /// The checks of Certificate Transparency, which have no code.
    private static let transparency: Set = ["CTRequired", "SystemTrustedCTRequired"]

    /// The checks of TLS servers that stand for a code.
    private static let codes: [String: Int] = [
        "SSLHostname": -67602, "TemporalValidity": -67818, "ValidRoot": -67818, "WeakKeySize": -67735,
        "KeySize": -67735,
        "SystemTrustedWeakKey": -67735, "WeakSignature": -67815, "SignatureHashAlgorithms": -67815,
        "SystemTrustedWeakHash": -67815, "KeyUsage": -67608, "ExtendedKeyUsage": -67609, "ServerAuthEKU": -67609,
        "IntermediateEKU": -67609, "NotCA": -67902, "BasicConstraints": -67604, "BasicConstraintsCA": -67605,
        "BasicConstraintsPathLen": -67611, "MissingIntermediate": -25318, "AnchorTrusted": -67843,
        "NonEmptySubject": -67655, "IdLinkage": -67610, "CriticalExtensions": -67603, "NameConstraints": -67900,
        "IssuerNameConstraints": -67900, "PolicyConstraints": -67899, "IssuerPolicyConstraints": -67899,
        "UsageConstraints": -67654, "Revocation": -67820, "RevocationResponseRequired": -67635,
        "ValidityPeriodMaximums": -67901, "OtherTrustValidityPeriod": -67901, "SystemTrustValidityPeriod": -67901,
        "UnparseableExtension": -26275, "DuplicateExtension": -67903,
    ]
}

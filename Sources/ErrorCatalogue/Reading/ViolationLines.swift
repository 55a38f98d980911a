import TransportSecurity

/// The lines of the Network framework about violations of ATS, in the logs of OS 26.4 and later, such as
/// `Error [ATS FCPv2.1 violation]: TLS 1.2 negotiated without extended master secret (EMS) for server: HOST`. Most of
/// these lines name servers of device management, from which system processes load.
enum ViolationLines {
    /// A line with its explanation, and the text of the host that it names; nil if it names none.
    struct Line {
        var explanation: ErrorExplanation
        var host: String?
    }

    /// The lines in the text, at most a thousand.
    static func lines(in text: PlainText) -> [Line] {
        kinds.flatMap { mark, isPackage in
            text.ends(of: mark).prefix(1000).map { end in
                // A line ends behind its host, or where the next one of its kind begins.
                let rest = text.text(from: end, count: 400).split(separator: " violation]").first.map(String.init) ?? ""
                let hostRange = hostRange(in: rest)
                let host = hostRange.map { String(rest[$0]) }
                let line = hostRange.map { String(rest[..<$0.upperBound]) } ?? rest
                return Line(explanation: explanation(of: line, about: host, isPackage: isPackage), host: host)
            }
        }
    }

    /// The marks of lines. The flag tells whether the line is about FCP_v2.1, the NIAP package.
    private static let kinds = [("[ATS violation]", false), ("[ATS FCPv2.1 violation]", true)]

    /// The range of the host behind `server: `, without a dot at its end; nil if the line names no host.
    private static func hostRange(in line: String) -> Range<String.Index>? {
        guard let start = line.ranges(of: "server: ").first?.upperBound else { return nil }
        var host = line[start...].prefix { !$0.isWhitespace && !"\"'<>,;()".contains($0) }
        if host.hasSuffix(".") { host = host.dropLast() }
        return host.isEmpty ? nil : host.startIndex..<host.endIndex
    }

    private static func explanation(
        of line: String, about host: String?, isPackage: Bool
    ) -> ErrorExplanation {
        let cause = causes.first { line.contains($0.phrase) }
        let rules = cause.map { isPackage ? $0.packageRules : $0.rules } ?? []
        let meaning = cause?.meaning ?? "The server does not meet what ATS demands."
        return ErrorExplanation(
            layer: .connection, code: nil, name: isPackage ? "[ATS FCPv2.1 violation]" : "[ATS violation]",
            kind: .secureConnection, meaning: meaning + (isPackage ? " This is a demand of FCP_v2.1." : ""),
            causes: [
                "The server that the line names, \(host?.visible() ?? "if the log is not redacted"), is at fault."
            ],
            advice: [
                "Run atsproxy check --os system27 URL for a server of device management, or atsproxy check URL for one "
                    + "of an app."
            ], rules: rules.isEmpty ? nil : rules)
    }

    private struct Cause {
        var phrase: String
        var meaning: String
        var rules: [RuleID]
        var packageRules: [RuleID]

        init(_ phrase: String, _ meaning: String, _ rules: [RuleID], package: [RuleID]? = nil) {
            (self.phrase, self.meaning, self.rules, packageRules) = (phrase, meaning, rules, package ?? rules)
        }
    }

    /// The phrases of the lines, most specific first.
    private static let causes = [
        Cause(
            "extended master secret", "The server agrees to TLS 1.2 without Extended Master Secret.",
            [.niapExtendedMasterSecret]),
        Cause(
            "signature algorithm", "A certificate is signed with an algorithm that is not offered.", [.niapSignature]),
        Cause(
            "ciphersuite", "The server agrees to a cipher suite that is not permitted.",
            [.tlsCipher, .tlsForwardSecrecy],
            package: [.niapCipher]),
        Cause("key size", "The key of a certificate is too small.", [.certificateKeySize]),
        Cause("hash algorithm", "A certificate is signed with a digest weaker than SHA-256.", [.certificateSignature]),
        Cause(
            "certificate trust requirement", "The system's trust evaluation failed under ATS.",
            RuleID.allCases.filter(\.isAboutTrust)),
        Cause("certificate is absent", "The server sent no certificate.", [.certificateTrust]),
        Cause("public key not set", "The server's certificate has no key that can be read.", [.certificateTrust]),
        Cause("did not use tls", "The load goes in cleartext.", [.cleartext]),
        Cause("version", "The TLS version is older than the policy permits.", [.tlsVersion]),
    ]
}

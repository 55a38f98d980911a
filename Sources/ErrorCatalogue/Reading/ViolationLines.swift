import TransportSecurity

/// The lines of the Network framework about violations of ATS, in the logs of OS 26.4 and later, such as
/// `Error [ATS FCPv2.1 violation]: TLS 1.2 negotiated without extended master secret (EMS) for server: HOST`. Most of
/// these lines name servers of device management, from which system processes load.
enum ViolationLines {
    /// A line with its explanation.
    struct Line {
        /// The explanation.
        var explanation: ErrorExplanation
        /// The text of the host; nil if the line names none.
        var host: String?
    }

    /// The lines in the text, at most a thousand.
    static func lines(in text: PlainText) -> [Line] {
        Mark.allCases.flatMap { mark in
            text.ends(of: mark.rawValue).prefix(1000).map { line(in: text.text(from: $0, count: 400), behind: mark) }
        }
    }

    /// The marks with which lines begin.
    private enum Mark: String, CaseIterable {
        case ats = "[ATS violation]"
        /// A line about FCP_v2.1, the NIAP package.
        case package = "[ATS FCPv2.1 violation]"
    }

    /// The line at the beginning of a text, which ends behind its host, or where the next line begins.
    private static func line(in text: String, behind mark: Mark) -> Line {
        let beforeNextLine = text.split(separator: " violation]").first.map(String.init) ?? ""
        guard let range = hostRange(in: beforeNextLine) else {
            return Line(explanation: explanation(of: beforeNextLine, behind: mark, about: nil), host: nil)
        }
        let host = String(beforeNextLine[range])
        let line = String(beforeNextLine[..<range.upperBound])
        return Line(explanation: explanation(of: line, behind: mark, about: host), host: host)
    }

    /// The range of the host behind `server: `, without a dot at its end; nil if the line names no host.
    private static func hostRange(in line: String) -> Range<String.Index>? {
        guard let start = line.ranges(of: "server: ").first?.upperBound else { return nil }
        var host = line[start...].prefix { !$0.isWhitespace && !"\"'<>,;()".contains($0) }
        if host.hasSuffix(".") { host = host.dropLast() }
        return host.isEmpty ? nil : host.startIndex..<host.endIndex
    }

    private static func explanation(of line: String, behind mark: Mark, about host: String?) -> ErrorExplanation {
        let cause = causes.first { line.contains($0.phrase) }
        var rules = cause?.rules ?? []
        var meaning = cause?.meaning ?? "The server does not meet what ATS demands."
        switch mark {
        case .ats: break
        case .package:
            rules = cause?.packageRules ?? []
            meaning += " This is a demand of FCP_v2.1."
        }
        return ErrorExplanation(
            layer: .connection, code: nil, name: mark.rawValue, kind: .secureConnection, meaning: meaning,
            causes: [
                "The server that the line names, \(host?.visible() ?? "if the log is not redacted"), is at fault."
            ],
            advice: [
                "Run atsproxy check --os system27 URL for a server of device management, or atsproxy check URL for one "
                    + "of an app."
            ], rules: rules.isEmpty ? nil : rules)
    }

    /// A fault that a line states.
    private struct Cause {
        /// The words of the line, in lower case.
        var phrase: String
        /// The fault in one sentence.
        var meaning: String
        /// The rules whose violations lead to a line about ATS.
        var rules: [RuleID]
        /// The rules whose violations lead to a line about FCP_v2.1.
        var packageRules: [RuleID]

        init(_ phrase: String, meaning: String, rules: [RuleID], packageRules: [RuleID]? = nil) {
            (self.phrase, self.meaning) = (phrase, meaning)
            (self.rules, self.packageRules) = (rules, packageRules ?? rules)
        }
    }

    /// The faults, those with the most specific phrases first.
    private static let causes = [
        Cause(
            "extended master secret", meaning: "The server agrees to TLS 1.2 without Extended Master Secret.",
            rules: [.niapExtendedMasterSecret]),
        Cause(
            "signature algorithm", meaning: "A certificate is signed with an algorithm that is not offered.",
            rules: [.niapSignature]),
        Cause(
            "ciphersuite", meaning: "The server agrees to a cipher suite that is not permitted.",
            rules: [.tlsCipher, .tlsForwardSecrecy],
            packageRules: [.niapCipher]),
        Cause("key size", meaning: "The key of a certificate is too small.", rules: [.certificateKeySize]),
        Cause(
            "hash algorithm", meaning: "A certificate is signed with a digest weaker than SHA-256.",
            rules: [.certificateSignature]),
        Cause(
            "certificate trust requirement", meaning: "The system's trust evaluation failed under ATS.",
            rules: RuleID.allCases.filter(\.isAboutTrust)),
        Cause("certificate is absent", meaning: "The server sent no certificate.", rules: [.certificateTrust]),
        Cause(
            "public key not set", meaning: "The server's certificate has no key that can be read.",
            rules: [.certificateTrust]),
        Cause("did not use tls", meaning: "The load goes in cleartext.", rules: [.cleartext]),
        Cause("version", meaning: "The TLS version is older than the policy permits.", rules: [.tlsVersion]),
    ]
}

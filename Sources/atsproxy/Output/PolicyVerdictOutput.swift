import JSONWriting
import Recording
import TransportSecurity

/// The output of `policy explain` for one URL.
extension PolicyVerdict {
    /// The violations that are known without the server: cleartext that is not permitted.
    var violations: [Finding] {
        guard decision == .blocked else { return [] }
        // The rule for cleartext does not depend on the time.
        let verdict = Verdict(
            of: .cleartext, under: requirements, by: .standard(logs: nil), at: Instant(milliseconds: 0))
        return verdict.violations
    }

    /// The text for readers: the decision, the reason, and the exception that would change it.
    func paragraph(source: String) -> String {
        var lines = ["\(url.text)", "  \(decision.rawValue): \(consequence)", "  \(reason)"]
        lines.append("  (policy \(source), \(requirements.os))")
        for violation in violations {
            guard let exception = violation.exception else { continue }
            lines.append("  To permit it, under NSExceptionDomains: \(exception.text)")
        }
        lines += requirements.notes.map { "  note: \($0.message)" }
        return lines.joined(separator: "\n")
    }

    /// The JSON for programs: the `policy` object of events with the URL, the decision and the violations.
    func json(source: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("url", url.text)
            json.member("decision", decision.rawValue)
            PolicySummary(requirements, source: source).writeMembers(to: &json)
            json.member("violations", violations)
            json.member("notes", requirements.notes)
        }
        return json.bytes
    }
}

extension Finding.Remedy {
    /// The entry in one line, such as `example.com { NSExceptionAllowsInsecureHTTPLoads = YES }`.
    var text: String {
        let pairs = keys.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case .boolean(let isTrue): return "\(key) = \(isTrue ? "YES" : "NO")"
            case .string(let text): return "\(key) = \(text)"
            }
        }
        return "\(domain) { \(pairs.joined(separator: "; ")) }"
    }
}

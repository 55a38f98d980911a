import AppBundle
import Events
import JSONWriting
import TransportSecurity

/// The output of `policy explain` for one URL.
extension PolicyVerdict {
    /// A paragraph of text with the decision, the reason, and the exception that would change the decision.
    func paragraph(source: String, mistakenKeys: [MistakenKey]) -> String {
        var lines = [url.text.visible(limit: 1000), "  \(decision.rawValue): \(consequence)", "  \(reason)"]
        if let pinning { lines.append("  \(pinning)") }
        lines.append("  (policy \(source), \(requirements.os))")
        for violation in violations {
            guard let exception = violation.exception else { continue }
            lines.append("  To permit it, under NSExceptionDomains: \(exception)")
        }
        lines += mistakenKeys.map { "  note: \($0.sentence)" }
        lines += requirements.notes.map { "  note: \($0.message)" }
        return lines.joined(separator: "\n")
    }

    /// The JSON for programs: the `policy` object of events with the URL, the decision and the violations.
    func json(source: String, mistakenKeys: [MistakenKey]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("url", url.text)
            json.member("decision", decision.rawValue)
            PolicySummary(requirements, source: source).writeMembers(to: &json)
            json.member("requiresNIAP", requirements.applies ? requirements.requiresNIAP : nil)
            json.name("pins")
            json.array { json in
                for domain in pinnedDomains { Self.write(domain, to: &json) }
            }
            json.member("violations", violations)
            json.member("notes", requirements.notes)
            json.member("meantKeys", mistakenKeys.map(\.sentence))
        }
        return json.bytes
    }

    private static func write(_ domain: PinnedDomain, to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", domain.key)
            json.member("includesSubdomains", domain.includesSubdomains)
            for (name, digests) in [
                ("caIdentities", domain.identities.authorities), ("leafIdentities", domain.identities.leaves),
            ] {
                guard let digests else { continue }
                json.name(name)
                json.array { json in
                    for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) { json.base64(digest) }
                }
            }
        }
    }
}

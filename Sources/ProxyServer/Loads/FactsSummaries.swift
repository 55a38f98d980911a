import Events
import JSONWriting
import TransportSecurity

/// The summaries of recent facts for events, written as JSON once.
struct FactsSummaries {
    private var known: [ObjectIdentifier: Entry] = [:]

    private struct Entry {
        /// Keeps the facts alive. No other object then has their identity.
        var facts: ServerFacts
        var summary: CachedJSON<TLSSummary>?
    }

    /// The summary of a handshake; nil where the facts have none.
    mutating func summary(of facts: ServerFacts) -> CachedJSON<TLSSummary>? {
        if let entry = known[ObjectIdentifier(facts)] { return entry.summary }
        if known.count >= Self.limit { known = [:] }
        let summary = TLSSummary(facts.observation).map { CachedJSON($0) }
        known[ObjectIdentifier(facts)] = Entry(facts: facts, summary: summary)
        return summary
    }

    /// The summaries of certificates, those of the facts where a certificate is one of them: most servers present the
    /// same certificates in each tunnel.
    mutating func summaries(
        of certificates: [Certificate], beside facts: ServerFacts?
    ) -> [CachedJSON<CertificateSummary>] {
        guard let facts, case .secure(_, let chain) = facts.observation, let summary = summary(of: facts) else {
            return certificates.map { CachedJSON(CertificateSummary($0)) }
        }
        return certificates.map { certificate in
            let index = chain.presented.firstIndex { $0.sha256 == certificate.sha256 }
            return index.map { summary.certificates[$0] } ?? CachedJSON(CertificateSummary(certificate))
        }
    }

    /// The largest number of facts whose summaries are kept.
    private static let limit = 1024
}

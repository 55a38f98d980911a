import ArgumentParser
import InternetNames
import Settings
import TransportSecurity

/// The option `--evidence` of `check`, `certificate` and `report`.
struct EvidenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Write the evidence for an auditor into this directory, which must be new or empty: chains, keys, \
            handshakes, OCSP, timestamps, events, and the openssl commands that verify them.
            """,
            valueName: "directory"),
        completion: .directory)
    var evidence: String?

    /// The writer of evidence; nil if no directory is given.
    ///
    /// - Parameter upstreamProxy: The upstream proxy through which servers are reached; nil without one.
    func writer(
        _ trust: TrustOptions, rules: RuleSet, upstreamProxy: Authority? = nil
    ) throws(CommandFailure) -> EvidenceWriter? {
        guard let evidence else { return nil }
        return try EvidenceWriter(to: evidence, trust: trust, rules: rules, upstreamProxy: upstreamProxy)
    }

    /// The evidence about recordings; nil if no directory is given.
    func recordedEvidence(_ trust: TrustOptions, in recordings: [String]) throws(CommandFailure) -> RecordedEvidence? {
        guard let evidence else { return nil }
        return try RecordedEvidence(in: evidence, trust: trust, recordings: recordings)
    }
}

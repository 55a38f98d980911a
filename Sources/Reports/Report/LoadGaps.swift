import Documents
import InternetNames
import Judging
import TransportSecurity

/// The gaps of a report that its loads show: failed, hidden or unjudged ones. Each load was judged, or counts in one of
/// the gaps.
struct LoadGaps {
    private let entries: [JudgedEntry]
    private let coverage: Coverage
    private let total: TrafficCount

    /// Creates the gaps of loads with their verdicts.
    ///
    /// - Parameters:
    ///   - coverage: The coverage of the loads.
    ///   - total: The traffic of all loads.
    init(in entries: [JudgedEntry], coverage: Coverage, total: TrafficCount) {
        (self.entries, self.coverage, self.total) = (entries, coverage, total)
    }

    /// The gaps, most important first.
    var gaps: [ReportGap] {
        guard total.loads > 0 else {
            return [
                ReportGap(
                    kind: .noLoads, count: 0, sentence: "No load was recorded.",
                    fix: "Make sure that what is tested uses the proxy.")
            ]
        }
        return unjudgedLoads >= total.loads ? [nothingJudged] : Self.candidates.compactMap(gap)
    }

    /// The number of loads that failed, that belong to other apps, or whose clients say that they are browsers.
    private var unjudgedLoads: Int {
        let failedOfOtherApps = entries.reduce(0) { sum, judged in
            let hasFailed = judged.entry.decision.error != nil || judged.decision == .failed
            return sum + (hasFailed && judged.policy?.reason == .otherApp ? judged.entry.failedLoads : 0)
        }
        // The failed loads of other apps are in two of the numbers of the coverage.
        return coverage.failedLoads + coverage.otherAppLoads + coverage.claimedLoads - failedOfOtherApps
    }

    /// The only gap of a report in which no load was judged.
    private var nothingJudged: ReportGap {
        if let failure = coverage.upstreamProxyFailure, coverage.upstreamProxyFailedLoads == total.loads {
            return ReportGap(
                kind: .nothingJudged, count: total.loads, sentence: "No load was judged: the upstream proxy failed.",
                fix: failure)
        }
        let haveAllFailed = coverage.failedLoads > 0 && coverage.claimedLoads + coverage.otherAppLoads == 0
        return ReportGap(
            kind: .nothingJudged, count: total.loads,
            sentence: "\(haveAllFailed ? "No load succeeded" : "No load was judged"): "
                + "\(unjudgedClauses.joined(separator: ", ")).",
            fix: unjudgedFix)
    }

    /// The numbers of loads that were not judged, with the reason, in a clause each.
    private var unjudgedClauses: [String] {
        let (failed, claimed, ofOtherApps) = (coverage.failedLoads, coverage.claimedLoads, coverage.otherAppLoads)
        var clauses: [String] = []
        if failed > 0 {
            let atUpstreamProxy = coverage.upstreamProxyFailedLoads
            clauses.append(
                "\(failed) failed" + (atUpstreamProxy > 0 ? ", \(atUpstreamProxy) of these at an upstream proxy" : "")
                    + Self.failureMessages(of: entries.filter(\.hasFailed)))
        }
        if claimed > 0 {
            clauses.append("\(claimed) \(claimed == 1 ? "is" : "are") of clients that say that they are browsers")
        }
        if ofOtherApps > 0 {
            clauses.append("\(ofOtherApps) \(ofOtherApps == 1 ? "belongs" : "belong") to apps that are not judged")
        }
        return clauses
    }

    /// The action after which loads are judged.
    private var unjudgedFix: String {
        if coverage.claimedLoads > 0 { return "Judge them all the same with --api URLSession." }
        let checks = [
            coverage.otherAppLoads > 0 ? "the name that --app has" : nil,
            coverage.failedLoads > 0 ? "the reasons that the failures name" : nil,
        ]
        return "Check \(checks.compactMap(\.self).joined(separator: ", and "))."
    }

    /// The first two different messages of loads that failed, in parentheses; empty if there is none.
    private static func failureMessages(of failed: [JudgedEntry]) -> String {
        let messages = failed.compactMap(\.entry.decision.error?.message).distinct
        guard !messages.isEmpty else { return "" }
        let shown = messages.prefix(2).map(\.withoutFullStop)
        let more = messages.count - shown.count
        return " (\(shown.joined(separator: "; "))\(more > 0 ? "; and \(more) more" : ""))"
    }

    /// A gap that a report has if it concerns any load.
    private struct Candidate: Sendable {
        /// The kind of gap.
        var kind: ReportGap.Kind
        /// Whether the gap concerns the loads of an entry.
        var concerns: @Sendable (JudgedEntry) -> Bool
        /// The number of decisions of such an entry that the gap concerns.
        var decisionCount: @Sendable (JudgedEntry) -> Int = { $0.entry.decisions }
        /// The end of the sentence that begins with the number of loads and their hosts, without its full stop.
        var sentence: String
        /// The end of the sentence on a single load; nil if it is `sentence`.
        var sentenceOnOne: String?
        /// The action that closes the gap.
        var fix: String
    }

    /// The gap with its number of loads; nil if it concerns none.
    private func gap(_ candidate: Candidate) -> ReportGap? {
        let concernedIndices = entries.indices.filter { candidate.concerns(entries[$0]) }
        // An entry of a running proxy may have no decision yet.
        let concerned = concernedIndices.map { entries[$0] }.filter { $0.entry.decisions > 0 }
        // A load counts once, with its first decision, if that and a second one on its tunnel are concerned.
        let concernedSet = Set(concernedIndices)
        let counted = concerned.filter { !($0.entry.firstDecisionIndex.map(concernedSet.contains) ?? false) }
        let loads = counted.reduce(0) { $0 + candidate.decisionCount($1) }
        guard loads > 0 else { return nil }
        let hosts = Set(concerned.compactMap(\.entry.decision.host?.description)).sorted().listed(atMost: 3)
        var sentence = "\(Quantity.of(loads, "load")) "
        if !hosts.isEmpty { sentence += "of \(hosts) " }
        sentence += (loads == 1 ? candidate.sentenceOnOne : nil) ?? candidate.sentence
        if candidate.kind == .failedLoads { sentence += Self.failureMessages(of: concerned) }
        return ReportGap(kind: candidate.kind, count: loads, sentence: sentence + ".", fix: candidate.fix)
    }

    /// The gaps that a report may have, most important first.
    private static let candidates = [
        Candidate(
            kind: .facts,
            concerns: { $0.lacksAnswer && !$0.wasNotProbed },
            sentence: "could not be judged from what was recorded of the server",
            fix: "Ask the server with atsproxy report --check, or record again with atsproxy serve --examine full."),
        Candidate(
            kind: .facts, concerns: { $0.lacksAnswer && $0.wasNotProbed },
            sentence: "went to servers that were not probed, because no TLS handshake was seen, or for another reason",
            sentenceOnOne:
                "went to a server that was not probed, because no TLS handshake was seen, or for another reason",
            fix: "Read the notes on these servers, which say why, or try them with atsproxy check."),
        Candidate(
            kind: .facts, concerns: { $0.isUndetermined && $0.lacksHandshake },
            sentence: "reached servers of which it is not known whether the handshake succeeds",
            fix: "Read the notes on these servers, which say why, or record again under the system that is judged."),
        Candidate(
            kind: .roots, concerns: { $0.lacksRoot },
            sentence: "had a chain that ended in a root which was given when it was recorded, and is not known now",
            fix: "Give the root again with --ca-file or --roots."),
        Candidate(
            kind: .revocationLists, concerns: { $0.lacksRevocationList },
            sentence: "were recorded under a certificate revocation list, and none was given now",
            sentenceOnOne: "was recorded under a certificate revocation list, and none was given now",
            fix: "Give it again with --crl."),
        Candidate(
            kind: .logList, concerns: { $0.lacksLogList },
            sentence: "had too few timestamps of CT logs when recorded, and the list of CT logs is too old to tell now",
            fix: "Fetch a newer list with atsproxy data update, or give one with --ct-log-list."),
        Candidate(
            kind: .policy, concerns: { $0.lacksPolicy },
            sentence:
                """
                were not judged anew and keep their recorded verdict, since the recording does not contain their \
                policy
                """,
            sentenceOnOne:
                "was not judged anew and keeps its recorded verdict, since the recording does not contain its policy",
            fix: "Give the policy again with --policy."),
        Candidate(
            kind: .failedLoads, concerns: { $0.hasFailed && $0.entry.decision.host == nil },
            sentence: "named no host, and failed",
            fix: "Correct the requests that the client sends, and record again."),
        Candidate(
            kind: .failedLoads,
            concerns: { $0.hasFailed && $0.entry.decision.host != nil && !$0.isExplainedByFirstDecision },
            sentence: "failed", fix: "Remove the reasons that the failures name, and record again."),
        Candidate(
            kind: .failedLoads, concerns: { $0.hasFailed && $0.isExplainedByFirstDecision },
            sentence: "were judged, and did not succeed either",
            sentenceOnOne: "was judged, and did not succeed either",
            fix: "Remove the reasons that the failures name, and record again."),
        Candidate(
            kind: .blockedLoads, concerns: { $0.isBlockedOnly },
            sentence: "were blocked when recorded, so that nothing is known of how they would have gone on",
            sentenceOnOne: "was blocked when recorded, so that nothing is known of how it would have gone on",
            fix: "Record again with --mode observe, which lets each load pass."),
        Candidate(
            kind: .unfinishedHandshakes, concerns: { $0.hasFailedOnDevice && $0.lacksClientCertificate },
            decisionCount: { $0.decisionsFailedOnDevice },
            sentence:
                """
                exchanged no data after the server asked for a client certificate, so that nothing shows that it \
                accepts one
                """,
            fix:
                "Install the client certificate in the app or on the device, let the app load data, and record again."),
        Candidate(
            kind: .unfinishedHandshakes, concerns: { $0.hasFailedOnDevice && !$0.lacksClientCertificate },
            decisionCount: { $0.decisionsFailedOnDevice },
            sentence:
                "did not succeed on the device: no handshake was completed, or the device refused the server",
            fix:
                """
                Unless a violation of the host explains it, look for a pin in the app, or an offer that the server \
                refuses.
                """
        ),
        Candidate(
            kind: .hiddenTunnels, concerns: { $0.isHiddenInTunnel },
            sentence: "hide their server or content (ECH, no server name, not readable)",
            sentenceOnOne: "hides its server or content (ECH, no server name, not readable)",
            fix: "Try the servers with atsproxy check, or record a build that does not hide them."),
        Candidate(
            kind: .clientClaims, concerns: { $0.isClaimedByClient },
            sentence: "were not judged: the client says that it is a browser",
            sentenceOnOne: "was not judged: the client says that it is a browser",
            fix: "Judge them all the same with --api URLSession; a User-Agent can lie."),
    ]
}

extension JudgedEntry {
    /// Whether the recording does not tell the server's behaviour, and nothing else is missing.
    fileprivate var lacksAnswer: Bool {
        isUndetermined && !lacksHandshake && !lacksRoot && !lacksRevocationList && !lacksLogList
    }

    /// Whether the server was not probed. Another recording of the same loads may then tell no more.
    fileprivate var wasNotProbed: Bool { notes.contains { $0.code == .notProbed } }

    /// The number of decisions on loads that failed on their device. A device need not have refused every load.
    fileprivate var decisionsFailedOnDevice: Int {
        hasUnfinishedHandshake ? entry.decisions : min(entry.clientRefusals, entry.decisions)
    }
}

import Documents
import InternetNames
import Recordings
import TransportSecurity

/// The findings and hosts of a baseline that a later recording does not have: findings that are gone, and gaps where
/// the recording has no loads that would show them.
struct BaselineComparison {
    /// The fingerprints of the findings that are gone: the recording would show them. In order.
    private(set) var resolved: [String] = []
    /// The fingerprints of the findings that may still be there, because the recording has no loads that would show
    /// them. In order.
    private var unexercised: [String] = []
    /// The names of the hosts that only the baseline judges, except those of unexercised findings. In order.
    private var hostsNotJudgedAnyMore: [String] = []

    /// Compares a baseline with the report on a recording.
    ///
    /// - Parameters:
    ///   - baseline: The baseline.
    ///   - report: The report with its findings and hosts.
    ///   - exercised: The destinations on which the recording has verdicts.
    ///   - filter: The choice of the loads that the report is on.
    init(
        of baseline: Baseline, with report: Report, exercised: ExercisedLoads, choosing filter: RecordingFilter
    ) {
        let present = Set(report.findings.map(\.fingerprint))
        var hostsOfUnexercised: Set<Host> = []
        for text in baseline.fingerprints.subtracting(present).sorted() {
            guard let fingerprint = FindingFingerprint(text) else {
                unexercised.append(text)
                continue
            }
            let (rule, host, app) = (fingerprint.rule, fingerprint.host, fingerprint.app)
            if exercised.exercises(rule, at: host, ports: baseline.ports[text, default: []], by: app) {
                resolved.append(text)
            } else if filter.chooses(app: app, host) {
                unexercised.append(text)
                hostsOfUnexercised.insert(host)
            }
        }
        hostsNotJudgedAnyMore = baseline.judgedHosts.subtracting(report.judgedHosts).subtracting(hostsOfUnexercised)
            .filter { filter.chooses(app: nil, $0) }.map(\.description).sorted()
    }

    /// The gaps, one for findings and one for hosts.
    var gaps: [ReportGap] {
        var gaps: [ReportGap] = []
        let fix = "Record loads of them again, or take a newer report as the baseline."
        if !unexercised.isEmpty {
            let count = unexercised.count
            gaps.append(
                ReportGap(
                    kind: .baseline, count: count,
                    sentence: "\(Quantity.of(count, "finding")) of the baseline \(count == 1 ? "was" : "were") not "
                        + "exercised, and may still be there: \(unexercised.listed(atMost: 5)).",
                    fix: fix))
        }
        if !hostsNotJudgedAnyMore.isEmpty {
            let count = hostsNotJudgedAnyMore.count
            gaps.append(
                ReportGap(
                    kind: .baseline, count: count,
                    sentence: "\(Quantity.of(count, "host")) of the baseline \(count == 1 ? "is" : "are") not judged "
                        + "any more: \(hostsNotJudgedAnyMore.listed(atMost: 5)).",
                    fix: fix))
        }
        return gaps
    }
}

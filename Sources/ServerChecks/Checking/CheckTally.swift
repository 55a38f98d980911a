import DeviceManagement
import Settings
import TransportSecurity

/// Determines the exit status of `check` from its verdicts. Violations and warnings take precedence over failures of
/// the network, and these over verdicts that are open.
package struct CheckTally {
    /// Whether a certificate that ought to be replaced counts like a violation.
    private let countsRenewals: Bool
    private var hasFindings = false
    private var hasFailures = false
    private var hasOpenVerdicts = false

    package init(countsRenewals: Bool = false) {
        self.countsRenewals = countsRenewals
    }

    /// Counts the verdicts on a URL.
    package mutating func count(_ result: CheckResult) {
        for serverVerdict in result.serverVerdicts {
            let event = serverVerdict.event
            if serverVerdict.judged.isUndetermined {
                hasOpenVerdicts = true
            } else if event.error != nil {
                hasFailures = true
            }
            if !event.violations.isEmpty || !event.warnings.isEmpty { hasFindings = true }
            if countsRenewals, serverVerdict.renewal != nil { hasFindings = true }
        }
    }

    /// Counts a finding about the way to a management service.
    package mutating func count(_ finding: DiscoveryFinding) {
        switch finding.code.severity {
        case .failure: hasFindings = true
        case .open: hasOpenVerdicts = true
        case .note: break
        }
    }

    /// The exit status: 1 for findings, 69 for failures of the network, 2 for open verdicts; nil means success.
    package var exitStatus: Int32? {
        if hasFindings { return Self.findingsStatus }
        if hasFailures { return CommandFailure.Status.unavailable.rawValue }
        return hasOpenVerdicts ? Self.openVerdictsStatus : nil
    }

    private static let findingsStatus: Int32 = 1
    private static let openVerdictsStatus: Int32 = 2
}

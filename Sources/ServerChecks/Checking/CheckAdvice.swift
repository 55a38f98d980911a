import ServerConfiguration
import TransportSecurity

/// Advice of `check` and `certificate` beside the verdict on a server. The advice names a certificate that ought to be
/// replaced and, on request, the lines of configuration that remove the findings.
package struct CheckAdvice {
    /// The window in which certificates ought to be replaced.
    package var renewalWindow: RenewalWindow
    /// The software of the servers; nil without a request for lines.
    package var software: ServerSoftware?

    /// Creates the advice.
    package init(renewalWindow: RenewalWindow = .lastThird, software: ServerSoftware? = nil) {
        (self.renewalWindow, self.software) = (renewalWindow, software)
    }

    /// The result with the advice on each of its verdicts.
    package func added(to result: CheckResult) -> CheckResult {
        var result = result
        result.serverVerdicts = result.serverVerdicts.map { added(to: $0, port: Self.securePort(of: result)) }
        return result
    }

    /// The verdict with the advice.
    ///
    /// - Parameter port: The port on which the server ought to speak TLS.
    package func added(to serverVerdict: CheckResult.ServerVerdict, port: UInt16 = 443) -> CheckResult.ServerVerdict {
        var serverVerdict = serverVerdict
        let event = serverVerdict.event
        if let chain = serverVerdict.observation?.chain {
            serverVerdict.renewal = RenewalNotice(chain, at: event.time, in: renewalWindow)
            if serverVerdict.renewal == nil {
                serverVerdict.earlyRenewal = RenewalNotice(chain, at: event.time, in: .lastThird)
            }
        }
        let findings = event.violations + event.warnings
        if let software, !findings.isEmpty {
            serverVerdict.configuration = ConfigurationChange(
                for: findings, on: serverVerdict.observation, port: port, with: software)
        }
        return serverVerdict
    }

    /// The port for TLS in place of a port for cleartext.
    private static func securePort(of result: CheckResult) -> UInt16 {
        result.url.scheme.isSecure ? result.url.port : 443
    }
}

import ServerConfiguration
import TransportSecurity

/// Advice of `check` and `certificate` beside the verdict on a server. The advice names a certificate that ought to be
/// replaced and, on request, the lines of configuration that remove the findings.
struct CheckAdvice {
    /// The window in which certificates ought to be replaced.
    var renewalWindow = RenewalWindow.lastThird
    /// The software of the servers; nil without a request for lines.
    var software: ServerSoftware?

    /// The result with the advice on each of its verdicts.
    func added(to result: CheckResult) -> CheckResult {
        var result = result
        result.serverVerdicts = result.serverVerdicts.map { added(to: $0, port: Self.securePort(of: result)) }
        return result
    }

    /// The verdict with the advice.
    ///
    /// - Parameter port: The port on which the server ought to speak TLS.
    func added(to serverVerdict: CheckResult.ServerVerdict, port: UInt16 = 443) -> CheckResult.ServerVerdict {
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

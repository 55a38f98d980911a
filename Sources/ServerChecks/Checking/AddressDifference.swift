import InternetNames
import TransportSecurity

extension CheckResult {
    /// The result with the differences of other addresses of the server from the judged one.
    ///
    /// Verdicts that differ in their findings are added, and count. A note names each address that differs.
    func adding(_ others: [ServerVerdict], of host: Host) -> CheckResult {
        guard var first = serverVerdicts.first else { return self }
        let differing = others.filter { $0.offer != first.offer }
        guard !differing.isEmpty else { return self }
        let all = ([first] + differing).map { serverVerdict in
            "\(serverVerdict.event.address?.description ?? "one") \(serverVerdict.offer.prose)"
        }
        let more = others.count - differing.count
        let rest = more == 0 ? "" : "; \(more) more \(more == 1 ? "is" : "are") like the first"
        first.event.notes.append(
            Note(
                .addressesDiffer,
                "The addresses of \(host) differ: \(all.joined(separator: ", "))\(rest). A device may get any of them.")
        )
        var result = self
        result.serverVerdicts = [first] + differing.filter { $0.offer.findings != first.offer.findings }
        return result
    }
}

extension CheckResult.ServerVerdict {
    /// The offer of a server at one address, as far as it decides whether a load succeeds.
    fileprivate struct Offered: Equatable {
        var version: TLSVersion?
        var findings: [RuleID]

        var prose: String {
            let offers = version.map { "offers \($0.prose)" } ?? "completes no handshake"
            guard !findings.isEmpty else { return offers }
            return "\(offers) (\(findings.map(\.rawValue).joined(separator: ", ")))"
        }
    }

    fileprivate var offer: Offered {
        Offered(version: event.tls?.value.version, findings: (event.violations + event.warnings).map(\.rule))
    }
}

import InternetNames
import Judging
import Reports
import TransportSecurity

/// The order of fixes for the violated loads from one host: another URL, then another TLS client or server
/// configuration, then an exception.
///
/// - Cleartext loads, if https at the host was seen to meet ATS: change the URL.
/// - Cleartext loads, if https at the host was seen and violates ATS: change the server, then the URL.
/// - Cleartext loads from a host for which no answer to https was seen: an exception. Nothing else was seen to work.
/// - Loads whose client does not offer the version or suite that ATS demands, or asks for another host: change the
///   client.
/// - Loads whose client sends cleartext into a tunnel, unless the server is known to lack TLS: change the client.
/// - Loads for which it is not known whether the client offers that: change the client or the server.
/// - All other violations are faults of a server that speaks TLS: change the server. That this works cannot be seen in
///   a recording, but an exception is never the first advice for these.
struct FixOrder {
    /// The changes that make an exception unnecessary.
    private(set) var changes: [AdvisedChange] = []
    /// The loads for which only an exception was seen to work.
    private(set) var loadsNeedingException: [JudgedEntry] = []

    /// Creates the order for the violated loads from a host.
    ///
    /// - Parameter https: The answers of the host to https, by the ports of the loads that they are for.
    init(_ violated: [JudgedEntry], from host: Host, https: [UInt16: HTTPSAnswer]) {
        let cleartext = violated.filter { $0.violations.contains { $0.rule.isAboutCleartext } }
        let others = violated.filter { $0.violations.contains { !$0.rule.isAboutCleartext } }
        // The faults of the server, and the loads that need them mended.
        var faults: [Finding] = []
        var faultyLoads: [JudgedEntry] = []
        var faultyAnswer: HTTPSAnswer?
        let answers = Dictionary(grouping: cleartext) { $0.entry.decision.port.flatMap { https[$0] } }
        for (answer, loads) in answers.sorted(by: { $0.value[0].entry.first < $1.value[0].entry.first }) {
            guard let answer else {
                loadsNeedingException = loads
                continue
            }
            if answer.findings.isEmpty {
                changes.append(
                    change(.url, at: host, https: answer, findings: loads.flatMap(\.violations), for: loads))
            } else {
                faults += answer.findings
                faultyLoads += loads
                faultyAnswer = faultyAnswer ?? answer
            }
        }
        // A server that refused TLS before cannot answer a URL of https.
        let refusing = Set(others.filter { $0.violates(.tlsHandshake) }.compactMap(\.entry.authority))
        func needsOtherClient(_ judged: JudgedEntry) -> Bool {
            guard let authority = judged.entry.authority else { return judged.sendsCleartextIntoTunnel }
            return judged.sendsCleartextIntoTunnel && !refusing.contains(authority)
        }
        let ofClient = loadsNeedingException.filter(needsOtherClient)
        loadsNeedingException.removeAll(where: needsOtherClient)
        faults += ofClient.flatMap(\.violations)
        faultyLoads += ofClient
        // A tunnel to a server without TLS has a violation of tls.handshake before its client sends cleartext.
        let withoutTLS = Set(loadsNeedingException.compactMap(\.entry.authority))
        for judged in others {
            let rules = judged.violations.map(\.rule)
            if rules == [.tlsHandshake], let authority = judged.entry.authority, withoutTLS.contains(authority) {
                loadsNeedingException.append(judged)
            } else {
                faults += judged.violations.filter { !$0.rule.isAboutCleartext }
                faultyLoads.append(judged)
            }
        }
        appendChanges(of: faults, in: faultyLoads, from: host, https: faultyAnswer)
    }

    /// Appends the changes of the client and of the server that remove faults of loads.
    ///
    /// - Parameter https: The answer of the host to https; nil if no cleartext load needs the faults mended.
    private mutating func appendChanges(
        of faults: [Finding], in loads: [JudgedEntry], from host: Host, https: HTTPSAnswer?
    ) {
        for step in [AdvisedChange.Step.client, .either, .server] {
            let findings = faults.filter { $0.step == step }
            guard !findings.isEmpty else { continue }
            let affected = loads.filter { judged in judged.violations.contains { $0.step == step } }
            let hasCleartext = affected.contains { $0.violations.contains { $0.rule.isAboutCleartext } }
            let answer = step == .server && hasCleartext ? https : nil
            changes.append(change(step, at: host, https: answer, findings: findings, for: affected))
        }
    }

    private func change(
        _ step: AdvisedChange.Step, at host: Host, https: HTTPSAnswer?, findings: [Finding],
        for loads: [JudgedEntry]
    ) -> AdvisedChange {
        var traffic = AffectedTraffic()
        for judged in loads { traffic.add(judged.entry) }
        return AdvisedChange(
            host: host, ports: Set(loads.compactMap(\.entry.decision.port)),
            schemes: Set(loads.compactMap(\.entry.decision.scheme)), step: step, https: https,
            findings: Self.distinct(findings), traffic: traffic.total)
    }

    /// The first finding of each rule and cause, without those that the same change removes, such as
    /// `tunnel.version` beside `tls.version`.
    private static func distinct(_ findings: [Finding]) -> [Finding] {
        let sorted = RuleID.allCases.flatMap { rule in findings.filter { $0.rule == rule } }
        var fixes: Set<ServerFix> = []
        return sorted.filter { fixes.insert(ServerFix(for: $0)).inserted }
    }
}

extension JudgedEntry {
    /// Whether the client opened its tunnel in cleartext, which the policy forbids.
    fileprivate var sendsCleartextIntoTunnel: Bool {
        guard case .cleartext = entry.decision.tunnel?.opening else { return false }
        return violates(.tunnelCleartext)
    }

    fileprivate func violates(_ rule: RuleID) -> Bool { violations.contains { $0.rule == rule } }
}

extension Finding {
    /// The kind of change that removes the finding; nil if none does.
    fileprivate var step: AdvisedChange.Step? {
        if cause == .clientHello || rule == .tunnelSNI || rule == .tunnelCleartext { return .client }
        if cause == .unknownSide { return .either }
        // The proxy itself refuses a certificate that it cannot compare.
        return rule == .tunnelCertificate ? nil : .server
    }
}

extension RuleID {
    /// Whether the rule is about loads in cleartext, for which another URL may be the fix.
    fileprivate var isAboutCleartext: Bool { self == .cleartext || self == .tunnelCleartext }
}

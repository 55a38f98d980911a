import InternetNames
import Judging
import Reports
import TransportSecurity

/// The fixes for the violated loads from one host, in the order of preference: another URL, another TLS client or
/// server configuration, an exception.
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
    private let host: Host
    /// The faults of clients and servers.
    private var faults: [Finding] = []
    /// The loads with these faults.
    private var faultyLoads: [JudgedEntry] = []
    /// The answer of the host to https that has faults of the server; nil if no cleartext load needs them mended.
    private var faultyAnswer: HTTPSAnswer?

    /// Finds the fixes for the violated loads from a host.
    ///
    /// - Parameter https: The answers of the host to https, by the ports of the loads that they are for.
    init(_ violated: [JudgedEntry], from host: Host, https: [UInt16: HTTPSAnswer]) {
        self.host = host
        let cleartextLoads = violated.filter { $0.violations.contains { $0.rule.isAboutCleartext } }
        let otherLoads = violated.filter { $0.violations.contains { !$0.rule.isAboutCleartext } }
        addCleartextLoads(cleartextLoads, https: https)
        // A server that refused TLS in other loads cannot answer a URL of https.
        let refusing = Set(otherLoads.filter { $0.violates(.tlsHandshake) }.compactMap(\.entry.authority))
        moveLoadsOfClients(exceptAt: refusing)
        addOtherLoads(otherLoads)
        appendChanges()
    }

    /// Whether another URL is the fix for a violated load.
    ///
    /// - Parameter https: The answers of the host to https, by the ports of the loads that they are for.
    static func isOfURL(_ judged: JudgedEntry, https: [UInt16: HTTPSAnswer]) -> Bool {
        guard let answer = judged.entry.decision.port.flatMap({ https[$0] }) else { return false }
        return answer.findings.isEmpty && judged.violations.allSatisfy(\.rule.isAboutCleartext)
    }

    /// Adds loads in cleartext: to the changes, if https would meet ATS; to the faults, if https would violate ATS;
    /// else to the loads that need an exception.
    private mutating func addCleartextLoads(_ cleartextLoads: [JudgedEntry], https: [UInt16: HTTPSAnswer]) {
        let loadsByAnswer = Dictionary(grouping: cleartextLoads) { $0.entry.decision.port.flatMap { https[$0] } }
        for (answer, loads) in loadsByAnswer.sorted(by: { $0.value[0].entry.first < $1.value[0].entry.first }) {
            guard let answer else {
                loadsNeedingException = loads
                continue
            }
            if answer.findings.isEmpty {
                changes.append(change(.url, https: answer, findings: loads.flatMap(\.violations), for: loads))
            } else {
                faults += answer.findings
                faultyLoads += loads
                faultyAnswer = faultyAnswer ?? answer
            }
        }
    }

    /// Moves the loads whose client sends cleartext into a tunnel from those that need an exception to the faults.
    ///
    /// - Parameter refusing: The servers that are known to lack TLS.
    private mutating func moveLoadsOfClients(exceptAt refusing: Set<Authority>) {
        func needsOtherClient(_ judged: JudgedEntry) -> Bool {
            guard judged.sendsCleartextIntoTunnel else { return false }
            return judged.entry.authority.map { !refusing.contains($0) } ?? true
        }
        let loadsOfClients = loadsNeedingException.filter(needsOtherClient)
        loadsNeedingException.removeAll(where: needsOtherClient)
        faults += loadsOfClients.flatMap(\.violations)
        faultyLoads += loadsOfClients
    }

    /// Adds loads with violations that are not about cleartext.
    private mutating func addOtherLoads(_ otherLoads: [JudgedEntry]) {
        // A tunnel to a server without TLS has a violation of tls.handshake before its client sends cleartext.
        let withoutTLS = Set(loadsNeedingException.compactMap(\.entry.authority))
        for judged in otherLoads {
            let rules = judged.violations.map(\.rule)
            if rules == [.tlsHandshake], let authority = judged.entry.authority, withoutTLS.contains(authority) {
                loadsNeedingException.append(judged)
            } else {
                faults += judged.violations.filter { !$0.rule.isAboutCleartext }
                faultyLoads.append(judged)
            }
        }
    }

    /// Appends the changes of the client and of the server that remove the faults.
    private mutating func appendChanges() {
        for step in [AdvisedChange.Step.client, .either, .server] {
            let findings = faults.filter { $0.step == step }
            guard !findings.isEmpty else { continue }
            let affected = faultyLoads.filter { judged in judged.violations.contains { $0.step == step } }
            let hasCleartext = affected.contains { $0.violations.contains { $0.rule.isAboutCleartext } }
            let answer = step == .server && hasCleartext ? faultyAnswer : nil
            changes.append(change(step, https: answer, findings: findings, for: affected))
        }
    }

    private func change(
        _ step: AdvisedChange.Step, https: HTTPSAnswer?, findings: [Finding], for loads: [JudgedEntry]
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

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
/// - Loads whose client does not offer the version or suite that ATS demands: change the client.
/// - All other violations are faults of a server that speaks TLS: change the server. That this works cannot be seen in
///   a recording, but an exception is never the first advice for these.
struct FixOrder {
    /// The changes that make an exception unnecessary.
    private(set) var changes: [AdvisedChange] = []
    /// The loads for which only an exception was seen to work.
    private(set) var loadsNeedingException: [JudgedEntry] = []

    /// Creates the order for the violated loads from a host.
    ///
    /// - Parameter https: The answer of the host to https; nil if none was seen.
    init(_ violated: [JudgedEntry], from host: Host, https: HTTPSAnswer?) {
        let cleartext = violated.filter { $0.violations.contains { $0.rule.isAboutCleartext } }
        let others = violated.filter { $0.violations.contains { !$0.rule.isAboutCleartext } }
        // The faults of the server, and the loads that need them mended.
        var faults: [Finding] = []
        var faultyLoads: [JudgedEntry] = []
        if let https, !cleartext.isEmpty {
            if https.findings.isEmpty {
                changes.append(
                    change(.url, at: host, https: https, findings: cleartext.flatMap(\.violations), for: cleartext))
            } else {
                faults = https.findings
                faultyLoads = cleartext
            }
        } else {
            loadsNeedingException = cleartext
        }
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
        let ofClient = faults.filter { $0.cause == .clientHello }
        if !ofClient.isEmpty {
            let loads = faultyLoads.filter { $0.violations.contains { $0.cause == .clientHello } }
            changes.append(change(.client, at: host, https: nil, findings: ofClient, for: loads))
            faults.removeAll { $0.cause == .clientHello }
            faultyLoads.removeAll { $0.violations.allSatisfy { $0.cause == .clientHello } }
        }
        guard !faults.isEmpty else { return }
        let hasCleartext = faultyLoads.contains { $0.violations.contains { $0.rule.isAboutCleartext } }
        changes.append(
            change(.server, at: host, https: hasCleartext ? https : nil, findings: faults, for: faultyLoads))
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

extension RuleID {
    /// Whether the rule is about loads in cleartext, for which another URL may be the fix.
    fileprivate var isAboutCleartext: Bool { self == .cleartext || self == .tunnelCleartext }
}

import Documents
import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

/// The statements under "Limitations" in a report, on the limits of its recordings, in one or two sentences each.
struct CoverageStatements {
    /// The coverage, apart from its statements.
    let coverage: Coverage
    /// The traffic.
    let traffic: RecordedTraffic
    /// The verdicts on the traffic.
    let entries: [JudgedEntry]
    /// The hosts of the report.
    let hosts: [HostSummary]

    /// The statements, most important first.
    var all: [String] {
        deviceStatements + loadStatements + sourceStatements + protocolStatements + [boundStatement]
    }

    /// Statements about loads that a device refuses itself. Under ATS, the proxy never sees such loads.
    private var deviceStatements: [String] {
        var statements: [String] = []
        let forbidden = entries.filter { judged in judged.violations.contains { $0.rule == .cleartext } }
        if !forbidden.isEmpty {
            let hosts = Set(forbidden.compactMap(\.entry.decision.host)).count
            statements.append(
                "Cleartext loads from \(Quantity.of(hosts, "host")) were seen although this policy forbids them: the "
                    + "recorded build carries another policy, or they bypass ATS; a build with this policy would "
                    + "have blocked them on the device.")
        } else if !entries.isEmpty, !entries.contains(where: { $0.policy?.reason == .arbitraryLoads }) {
            let seen =
                coverage.cleartextLoads == 0
                ? "No cleartext load was seen." : "Every cleartext load that was seen is one that this policy permits."
            statements.append(
                "\(seen) A device blocks what its app's own policy forbids before a proxy can see it; to find such "
                    + "loads, record a QA build with NSAllowsArbitraryLoads and judge it under the release policy.")
        }
        if coverage.clientRefusals > 0 {
            statements.append(
                "\(Quantity.of(coverage.clientRefusals, "load")) ended as if the device itself had refused the server: "
                    + "its own policy, a pin, or a trust store that differs from the one used here.")
        }
        return statements
    }

    private var loadStatements: [String] {
        var statements: [String] = []
        if coverage.failedLoads > 0 {
            statements.append("\(Quantity.of(coverage.failedLoads, "load")) failed.")
        }
        if let failure = coverage.upstreamProxyFailure {
            let count = Quantity.of(coverage.upstreamProxyFailedLoads, "load")
            statements.append("\(count) of these failed at an upstream proxy. Most often: \(failure)")
        }
        if coverage.upstreamLoads > 0 {
            statements.append(
                "\(Quantity.of(coverage.upstreamLoads, "load")) went through an upstream proxy, which looks names up "
                    + "itself: the server that was probed and the one that the app reached may be two, and their "
                    + "addresses are not known.")
        }
        let unlabelled = entries.reduce(0) { $0 + $1.entry.labels.others }
        if unlabelled > 0 {
            statements.append(
                "\(Quantity.of(unlabelled, "load")) of further test cases are in no test case of this report: at most "
                    + "\(Quantity.grouped(LoadCounts.labelLimit)) are counted for one kind of loads.")
        }
        return statements
    }

    /// The statement on the loads that the traffic cannot contain.
    private var boundStatement: String {
        if traffic.hasCaptures, traffic.sources.allSatisfy(\.isCapture) {
            return "Only what was captured was seen: loads before, after and beside the capture leave no trace here."
        }
        return
            "Only what went through the proxy was seen: clients that ignore the proxy settings, low-level sockets and "
            + "QUIC\(traffic.refusedQUIC.hosts.isEmpty ? "" : " that no gateway refused") leave no trace here."
    }

    /// Statements about protocols that lead past an HTTP proxy. The offer is not known where the DNS was not asked, or
    /// did not answer.
    private var protocolStatements: [String] {
        let refused = coverage.refusedQUIC
        var statements: [String] = []
        func names(_ hosts: [HostSummary]) -> String { hosts.map(\.host.description).sorted().listed(atMost: 5) }
        if !refused.loaded.isEmpty {
            let verb = refused.loaded.count == 1 ? "uses" : "use"
            statements.append(
                "\(Quantity.of(refused.loaded.count, "host")) \(verb) HTTP/3 (QUIC), which a gateway refused, so that "
                    + "loads came over TCP: \(refused.loaded.map(\.description).sorted().listed(atMost: 5)).")
        }
        let http3 = hosts.filter { $0.offersHTTP3 == true && !refused.closed.contains($0.host) }
        if !http3.isEmpty {
            statements.append(
                "\(Quantity.of(http3.count, "host")) may use HTTP/3 (QUIC), which no HTTP proxy sees: \(names(http3)). "
                    + "To see all loads, refuse UDP port 443 at a gateway, or turn HTTP/3 off in a build of the app "
                    + "for tests."
            )
        }
        let ech = hosts.filter { $0.offersECH == true }
        if !ech.isEmpty {
            let verb = ech.count == 1 ? "offers" : "offer"
            statements.append(
                "\(Quantity.of(ech.count, "host")) \(verb) keys for an encrypted ClientHello (ECH), in which a client "
                    + "hides the name that it asks for: \(names(ech)).")
        }
        return statements
    }

    private var sourceStatements: [String] {
        var statements: [String] = []
        for source in traffic.sources {
            if source.end == .unfinished {
                statements.append("\(source.name) ends without a line feed: it is still being written, or was cut off.")
            }
            if source.unknownEvents > 0 { statements.append(unknownEventsStatement(on: source)) }
        }
        if traffic.unattributedBytes > 0 {
            statements.append(
                "\(Quantity.bytes(traffic.unattributedBytes)) went through loads of which only the end was read, and "
                    + "count for no host: to see these loads, give the recordings in which they begin as well.")
        }
        return statements
    }

    /// The statement on events that a later version may have written. Their content is not known. Fields and events are
    /// only added, and the part that this version reads is still right.
    private func unknownEventsStatement(on source: RecordingSource) -> String {
        let names = source.unknownEventNames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
            "\(name.isEmpty ? "without a name" : name) ×\(count)"
        }
        let isOne = source.unknownEvents == 1
        let lines = "\(Quantity.of(source.unknownEvents, "line")) \(isOne ? "has an event" : "have events")"
        return "\(source.name): \(lines) that this version of atsproxy does not know, and \(isOne ? "was" : "were") "
            + "left out (\(names.listed(atMost: 5))); a newer version may know more about these loads."
    }
}

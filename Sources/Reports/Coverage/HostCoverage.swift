import InternetNames
import Recordings
import TransportSecurity

/// The share of the known hosts that was judged in every load: one figure, and the reasons why it is not larger.
///
/// The known hosts are those of the loads and the expected ones. A host is covered if each of its loads was judged with
/// all facts, if an expected host has loads, and if nothing says that loads may go past the proxy. If something is
/// missing that may belong to other hosts, the figure is an upper bound.
public struct HostCoverage: Hashable, Sendable {
    /// The number of hosts that the apps are known to contact.
    public let known: Int
    /// The number of known hosts that are covered.
    public let covered: Int
    /// The reasons for which hosts are not covered, with their hosts; most frequent first. A host may have several.
    public let reasons: [Gap]
    /// The reasons why the figure is only an upper bound, as clauses; empty if it is exact.
    public let boundReasons: [String]

    /// A reason why hosts are not covered, with these hosts.
    public struct Gap: Hashable, Sendable {
        /// The reason.
        public let reason: CoverageReason
        /// The names of the hosts, sorted.
        public let hosts: [String]
    }

    /// Computes the coverage.
    ///
    /// - Parameters:
    ///   - hostGaps: The hosts of the loads with their gaps.
    ///   - notLoaded: The names of expected hosts without a judged load.
    ///   - services: The offers of the hosts in the DNS.
    ///   - refused: The connections of QUIC that a gateway refused.
    ///   - losses: The gaps that belong to no known host.
    public init(
        _ hostGaps: HostGaps, notLoaded: some Sequence<String>, services: ServiceStore,
        refused: RefusedQUIC = RefusedQUIC(), losses: CoverageLosses = CoverageLosses()
    ) {
        let refusedHosts = RefusedHosts(refused, among: hostGaps, services: services)
        var reasonsByName: [String: Set<CoverageReason>] = [:]
        var unknownServices = 0
        for (host, gaps) in hostGaps.hosts {
            reasonsByName[host.description] = gaps.reasons
            if refusedHosts.closed.contains(host) { continue }
            switch services.offersHTTP3(host) {
            case true?: reasonsByName[host.description, default: []].insert(.http3)
            case false?: break
            case nil: if gaps.usesTLS { unknownServices += 1 }
            }
        }
        for host in refusedHosts.notLoaded { reasonsByName[host.description, default: []].insert(.refusedQUIC) }
        for name in notLoaded { reasonsByName[name, default: []].insert(.notLoaded) }
        known = reasonsByName.count
        covered = reasonsByName.values.count(where: \.isEmpty)
        reasons = Self.gaps(reasonsByName)
        boundReasons = losses.clauses(unknownServices: unknownServices)
    }

    /// The share of covered hosts in percent, rounded down: 100 is all. Nil if no host is known.
    public var percent: Int? { known > 0 ? covered * 100 / known : nil }

    /// Whether all known hosts are covered, and the figure is exact.
    var isComplete: Bool { percent == 100 && !isAtMost }

    /// Whether the figure is only an upper bound.
    public var isAtMost: Bool { !boundReasons.isEmpty }

    /// The gaps of named hosts, those with the most hosts first. Gaps with equally many are in the order of their
    /// reasons.
    private static func gaps(_ reasonsByName: [String: Set<CoverageReason>]) -> [Gap] {
        var gaps: [Gap] = []
        for reason in CoverageReason.allCases {
            let hosts = reasonsByName.filter { $0.value.contains(reason) }.keys.sorted()
            guard !hosts.isEmpty else { continue }
            let index = gaps.firstIndex { $0.hosts.count < hosts.count } ?? gaps.endIndex
            gaps.insert(Gap(reason: reason, hosts: hosts), at: index)
        }
        return gaps
    }
}

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

    /// Further gaps that belong to no known host.
    public struct Losses: Hashable, Sendable {
        /// The number of events or decisions that were lost or not counted.
        public var events = 0
        /// The number of lines that could not be read, also of expected hosts.
        public var lines = 0
        /// The number of parts of captured traffic that could not be read.
        public var captureParts = 0
        /// The number of events that a later version wrote.
        public var unknownEvents = 0
        /// The number of apps whose expected hosts could not be told.
        public var apps = 0

        /// Creates losses without events.
        public init() {}
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
        refused: RefusedQUIC = RefusedQUIC(), losses: Losses = Losses()
    ) {
        let refusedHosts = RefusedHosts(refused, among: hostGaps, services: services)
        var reasons: [String: Set<CoverageReason>] = [:]
        var unknownServices = 0
        for (host, gaps) in hostGaps.hosts {
            var hostReasons = gaps.reasons
            let offersHTTP3 = refusedHosts.closed.contains(host) ? false : services.offersHTTP3(host)
            if offersHTTP3 == true { hostReasons.insert(.http3) }
            if offersHTTP3 == nil, gaps.usesTLS { unknownServices += 1 }
            reasons[host.description] = hostReasons
        }
        for host in refusedHosts.notLoaded { reasons[host.description, default: []].insert(.refusedQUIC) }
        for name in notLoaded { reasons[name, default: []].insert(.notLoaded) }
        known = reasons.count
        covered = reasons.values.count(where: \.isEmpty)
        let gaps = CoverageReason.allCases.compactMap { reason in
            let hosts = reasons.filter { $0.value.contains(reason) }.keys.sorted()
            return hosts.isEmpty ? nil : Gap(reason: reason, hosts: hosts)
        }
        self.reasons = gaps.enumerated().sorted { left, right in
            let (leftCount, rightCount) = (left.element.hosts.count, right.element.hosts.count)
            return leftCount == rightCount ? left.offset < right.offset : leftCount > rightCount
        }.map(\.element)
        boundReasons = losses.clauses(unknownServices: unknownServices)
    }

    /// The share of covered hosts in percent, rounded down: 100 is all. Nil if no host is known.
    public var percent: Int? { known > 0 ? covered * 100 / known : nil }

    /// Whether all known hosts are covered, and the figure is exact.
    var isComplete: Bool { percent == 100 && !isAtMost }

    /// Whether the figure is only an upper bound.
    public var isAtMost: Bool { !boundReasons.isEmpty }
}

import Documents
import InternetNames
import JSONWriting
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

    /// The figure, such as `75 %` or `at most 75 %`; `unknown` if no host is known.
    public var figure: String {
        guard let percent else { return "unknown" }
        return isAtMost ? "at most \(percent) %" : "\(percent) %"
    }

    /// The figure in one sentence.
    public var headline: String {
        guard known > 0 else { return "Coverage is unknown: no host is known that the apps contact." }
        return "Coverage is \(figure): \(Quantity.grouped(covered)) of \(Quantity.of(known, "known host")) "
            + "\(covered == 1 ? "was" : "were") judged in every load, on complete evidence."
    }

    /// The figure with its reasons, in one to three sentences.
    public var sentence: String {
        var sentences = [headline]
        if !reasons.isEmpty {
            sentences.append("Not covered: \(reasons.map(\.clause).joined(separator: "; ")).")
        }
        if isAtMost { sentences.append("It may be less: \(boundReasons.joined(separator: "; ")).") }
        return sentences.joined(separator: " ")
    }
}

extension HostCoverage.Gap {
    /// The reason with its count, such as `2 hosts with loads that failed`.
    public var clause: String { "\(Quantity.of(hosts.count, "host")) \(reason.clause)" }
}

extension HostCoverage: JSONWritable {
    /// The largest number of names of hosts of each reason. The number of hosts counts all.
    private static let nameLimit = 100

    /// Writes the figure with its reasons.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("known", known)
            json.member("covered", covered)
            json.member("percent", percent)
            json.member("isAtMost", isAtMost)
            json.member("sentence", sentence)
            json.name("reasons")
            json.array { json in
                for gap in reasons {
                    json.object { json in
                        json.member("reason", gap.reason.rawValue)
                        json.member("hosts", gap.hosts.count)
                        json.member("sentence", "\(gap.clause).")
                        json.member("names", Array(gap.hosts.prefix(Self.nameLimit)))
                    }
                }
            }
            json.member("limits", boundReasons)
        }
    }
}

extension CoverageReason {
    /// The reason as the end of a clause that begins with a number of hosts.
    fileprivate var clause: String {
        switch self {
        case .notLoaded: return "expected, but without a judged load"
        case .failed: return "with loads that failed"
        case .facts: return "with loads that could not be judged from what is known"
        case .unfinishedHandshake: return "with loads in which no handshake was completed, or that a device refused"
        case .clientClaim: return "with loads that are not judged: the client says that it is a browser"
        case .opaqueTunnel: return "with loads that hide their server or content (ECH, no server name, not readable)"
        case .http3: return "that may use HTTP/3, which no HTTP proxy sees"
        case .refusedQUIC: return "whose QUIC a gateway refused, without a load over TCP"
        }
    }
}

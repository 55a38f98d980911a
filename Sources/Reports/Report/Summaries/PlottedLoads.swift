import Judging
import Traffic
import TransportSecurity

/// The loads of a report over time, which it plots: all loads, and the loads with a violation.
public struct Timeline: Hashable, Sendable {
    /// All loads.
    public private(set) var loads = LoadHistogram()
    /// The loads with a violation.
    public private(set) var violating = LoadHistogram()

    /// Creates the timeline of entries with their verdicts.
    init(of entries: [JudgedEntry]) {
        for judged in entries {
            if judged.entry.loads > 0 { loads.add(judged.entry.times) }
            let first = judged.entry.firstDecisionIndex.map { entries[$0] }
            if judged.addsViolatedLoads(after: first) { violating.add(judged.entry.times) }
        }
        violating = violating.aligned(with: loads)
    }

    /// Creates a timeline without loads.
    public init() {}

    /// The number of loads with a violation.
    public var violatingLoads: Int { violating.intervals.reduce(0) { $0 + $1.loads } }
}

extension JudgedEntry {
    /// Whether the loads have a violation that no other entry counts. A second decision, on a tunnel, counts unless the
    /// first one on the same loads has a violation, too.
    ///
    /// - Parameter first: For second decisions, the entry of the first ones.
    func addsViolatedLoads(after first: JudgedEntry?) -> Bool {
        !violations.isEmpty && first?.violations.isEmpty != false
    }
}

/// The loads of a report by TLS version, which it plots.
public struct VersionCount: Hashable, Sendable {
    /// The loads by TLS version, as the server negotiated it with the judging probe.
    public private(set) var loads: [TLSVersion: Int] = [:]
    /// The loads in cleartext.
    public private(set) var cleartext = 0
    /// The loads by TLS without a recorded handshake.
    public private(set) var unknown = 0

    /// Creates the count without loads.
    public init() {}

    /// Creates the count of entries with their verdicts.
    init(of entries: [JudgedEntry]) {
        for entry in entries.map(\.entry) where entry.loads > 0 {
            if entry.isCleartext == true {
                cleartext += entry.loads
            } else if let version = entry.decision.tls?.version {
                loads[version, default: 0] += entry.loads
            } else {
                unknown += entry.loads
            }
        }
    }

    /// The counts with their names, newest version first.
    var points: [(name: String, loads: Int)] {
        loads.sorted { $0.key > $1.key }.map { ($0.key.prose, $0.value) }
            + (unknown > 0 ? [("No handshake", unknown)] : []) + (cleartext > 0 ? [("Cleartext", cleartext)] : [])
    }
}

import Judging
import TransportSecurity

/// The number of loads by their protection.
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

import Documents
import InternetNames

extension ReportGap {
    /// The gap that refused connections of QUIC show: hosts of which no load came over TCP.
    static func gaps(_ refused: RefusedHosts) -> [ReportGap] {
        guard !refused.notLoaded.isEmpty else { return [] }
        let names = refused.notLoaded.map(\.description).sorted()
        return [
            ReportGap(
                kind: .refusedQUIC, count: names.count,
                sentence: "A gateway refused QUIC to \(Quantity.of(names.count, "host")) of which no load over TCP was "
                    + "recorded: \(names.listed(atMost: 5)).",
                fix: "Let the app load from \(names.count == 1 ? "this host" : "these hosts") again while the proxy "
                    + "records, or ask the servers with atsproxy check.")
        ]
    }
}

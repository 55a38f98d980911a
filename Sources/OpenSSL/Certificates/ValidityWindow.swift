import TransportSecurity

/// The time for which a statement about revocation holds: `thisUpdate` to `nextUpdate`.
struct ValidityWindow {
    var from: Instant?
    var until: Instant?

    /// How far our clock and theirs may be apart, in seconds.
    private static let slack: Int64 = 5 * 60
    /// How long a statement that names no end is believed, in seconds: a week. RFC 6960 §4.2.2.1 says only that
    /// newer information is always there to be had.
    private static let openEnd: Int64 = 7 * 86_400

    /// Why a statement cannot be believed at that time, `expired on 2026-11-20`; nil where it can.
    func objection(at instant: Instant) -> String? {
        guard let from else { return "has no date" }
        if instant + Self.slack < from { return "is of the future, \(from.date)" }
        let end = until ?? from + Self.openEnd
        return end + Self.slack < instant ? "expired on \(end.date)" : nil
    }
}

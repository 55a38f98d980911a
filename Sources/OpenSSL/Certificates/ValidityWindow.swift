import TransportSecurity

/// The period of validity of a statement about revocation, from `thisUpdate` to `nextUpdate`.
struct ValidityWindow {
    var from: Instant?
    var until: Instant?

    /// The tolerated difference of the clocks in seconds.
    private static let slack: Int64 = 5 * 60
    /// The lifetime of a statement without `nextUpdate` in seconds, one week. RFC 6960 §4.2.2.1 only says that newer
    /// information is available at any time.
    private static let openEnd: Int64 = 7 * 86_400

    /// The reason why the statement is not valid at a time, such as `expired on 2026-11-20`; nil if it is valid.
    func problem(at instant: Instant) -> String? {
        guard let from else { return "has no date" }
        if instant + Self.slack < from { return "is of the future, \(from.date)" }
        let end = until ?? from + Self.openEnd
        return end + Self.slack < instant ? "expired on \(end.date)" : nil
    }
}

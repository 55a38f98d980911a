import Recording

/// The age at which a segment is ended, as options have it: a number of seconds, or a number with s, m, h or d for
/// seconds, minutes, hours or days.
package struct SegmentAge: Hashable {
    /// The age in milliseconds.
    package let milliseconds: Int64

    /// Creates an age; nil for text that is none, and for an age that is not permitted.
    package init?(_ text: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Int64(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let (milliseconds, isTooLarge) = number.multipliedReportingOverflow(by: (unit ?? 1) * 1000)
        guard !isTooLarge, SegmentSettings.permittedAges.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }
}

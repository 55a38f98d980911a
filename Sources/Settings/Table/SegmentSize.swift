import Recording

/// The size at which a segment is ended, as options have it: a number of bytes, or a number with K, M or G for 2^10, 2^20
/// or 2^30 bytes.
package struct SegmentSize: Hashable {
    /// The size in bytes.
    package let bytes: Int

    /// Creates a size; nil for text that is none, and for a size that is not permitted.
    package init?(_ text: String) {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !isTooLarge, SegmentSettings.permittedSizes.contains(bytes) else { return nil }
        self.bytes = bytes
    }
}

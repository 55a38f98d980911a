import Recording

extension SettingForm where Element == Int {
    /// The size in bytes at which a segment is ended: a number of bytes, or a number with K, M or G for 2^10, 2^20 or
    /// 2^30 bytes.
    static var segmentSize: Self {
        SettingForm("a size from 64K to 16G, such as 64M") {
            let units = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30] as [Character: Int]
            return number($0, units: units, defaultUnit: 1, in: SegmentSettings.permittedSizes)
        }
    }
}

extension SettingForm where Element == Int64 {
    /// The age in milliseconds at which a segment is ended: a number of seconds, or a number with s, m, h or d for
    /// seconds, minutes, hours or days.
    static var segmentAge: Self {
        SettingForm("an age from 1s to 7d, such as 15m, 1h or a number of seconds") {
            let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
            return number($0, units: units, defaultUnit: 1000, in: SegmentSettings.permittedAges)
        }
    }
}

extension SettingForm where Element: FixedWidthInteger {
    /// The number in a text, multiplied by the unit behind it or by the default unit; nil if the text is not a number,
    /// or if the product is outside the range.
    private static func number(
        _ text: String, units: [Character: Element], defaultUnit: Element, in range: ClosedRange<Element>
    ) -> Element? {
        let unit = text.last.flatMap { units[$0] }
        guard let number = Element(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? defaultUnit)
        return !isTooLarge && range.contains(product) ? product : nil
    }
}

import PostgreSQL
import TransportSecurity

/// Times in the store.
enum StoredTime {
    /// The times of the years 1 to 9999. For other years, PostgreSQL and recordings write times differently.
    private static let range =
        Instant(year: 1, month: 1, day: 1)...Instant(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)

    /// The text of a time for PostgreSQL. A time beyond the years 1 to 9999 becomes the nearest one within them.
    static func text(of time: Instant) -> String {
        min(max(time, range.lowerBound), range.upperBound).description
    }

    /// The text of the day of a time, in the form `2026-11-22`.
    static func day(of time: Instant) -> String {
        String(text(of: time).prefix(10))
    }

    /// Reads a time from a row, in the form `2026-11-20 22:54:00.123+00`.
    static func read(_ fields: inout CopyFields) throws(CopyFields.Malformed) -> Instant {
        guard let time = time(of: try fields.nextBytes()) else { throw CopyFields.Malformed() }
        return time
    }

    /// The time of a text in the form `2026-11-20 22:54:00.123+00`; nil for any other text.
    static func time(of text: String) -> Instant? {
        var text = text
        return text.withUTF8 { time(of: $0) }
    }

    private static func time(of text: UnsafeBufferPointer<UInt8>) -> Instant? {
        // The form has 19 characters, a fraction of a second without zeros at its end, and the zone.
        guard text.count >= 22, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: " "),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text.suffix(3).elementsEqual("+00".utf8),
            let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19])
        else { return nil }
        var milliseconds: Int64 = 0
        if text.count > 22 {
            let fraction = text[20..<(text.count - 3)]
            guard text[19] == UInt8(ascii: "."), !fraction.isEmpty, number(fraction) != nil else { return nil }
            for (digit, weight) in zip(fraction, [100, 10, 1] as [Int64]) {
                milliseconds += Int64(digit - 48) * weight
            }
        }
        let whole = Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return Instant(milliseconds: whole.milliseconds + milliseconds)
    }

    /// The number in up to nine decimal digits; nil for any other bytes.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        guard digits.count <= 9 else { return nil }
        var number: Int64 = 0
        for byte in digits {
            guard (48...57).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - 48)
        }
        return number
    }
}

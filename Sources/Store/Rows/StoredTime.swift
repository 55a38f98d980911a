import PostgreSQL
import TransportSecurity

/// Times in the store.
enum StoredTime {
    /// The times from the year 1 to the year 9999. Beyond, PostgreSQL's text form and that of recordings differ.
    private static let range =
        Instant(year: 1, month: 1, day: 1)...Instant(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)

    /// The text that PostgreSQL takes for a time. A time beyond the years 1 to 9999, which no clock shows, becomes the
    /// nearest one within.
    static func text(of time: Instant) -> String {
        min(max(time, range.lowerBound), range.upperBound).description
    }

    /// The text of a day, as PostgreSQL takes and writes it.
    static func day(of time: Instant) -> String {
        String(text(of: time).prefix(10))
    }

    /// Reads a time from a row, in the form `2026-11-20 22:54:00.123+00`.
    static func read(_ fields: inout CopyFields) throws(CopyFields.Malformed) -> Instant {
        guard let text = try fields.text(), let time = time(of: text) else { throw CopyFields.Malformed() }
        return time
    }

    /// The time of a text in the form `2026-11-20 22:54:00.123+00`; nil for any other text.
    static func time(of text: String) -> Instant? {
        var digits = Array(text.utf8)[...]
        func number(_ count: Int) -> Int64? {
            guard digits.count >= count else { return nil }
            var number: Int64 = 0
            for byte in digits.prefix(count) {
                guard (48...57).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - 48)
            }
            digits = digits.dropFirst(count)
            return number
        }
        func take(_ character: Unicode.Scalar) -> Bool {
            guard digits.first == UInt8(ascii: character) else { return false }
            digits = digits.dropFirst()
            return true
        }
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2), take(" "),
            let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2)
        else { return nil }
        var milliseconds: Int64 = 0
        if take(".") {
            // Zeros at the end are left out.
            var weight: Int64 = 100
            while let digit = digits.first, (48...57).contains(digit) {
                milliseconds += Int64(digit - 48) * weight
                weight /= 10
                digits = digits.dropFirst()
            }
        }
        guard digits.elementsEqual("+00".utf8) else { return nil }
        let whole = Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return Instant(milliseconds: whole.milliseconds + milliseconds)
    }
}

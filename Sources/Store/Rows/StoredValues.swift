import PostgreSQL
import TransportSecurity

/// The forms of times in the store.
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
        guard text.count >= 22, text.suffix(3).elementsEqual("+00".utf8) else { return nil }
        guard hasSeparators(text), let year = number(text[0..<4]), let month = number(text[5..<7]),
            let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19])
        else { return nil }
        var milliseconds: Int64 = 0
        if text.count > 22 {
            let fraction = text[20..<(text.count - 3)]
            guard text[19] == UInt8(ascii: "."), !fraction.isEmpty, number(fraction) != nil else { return nil }
            for (digit, weight) in zip(fraction, [100, 10, 1] as [Int64]) {
                milliseconds += Int64(digit - UInt8(ascii: "0")) * weight
            }
        }
        let fullSecond = Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return Instant(milliseconds: fullSecond.milliseconds + milliseconds)
    }

    /// Whether the text has the separators of a date and a time of day.
    private static func hasSeparators(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-") && text[10] == UInt8(ascii: " ")
            && text[13] == UInt8(ascii: ":") && text[16] == UInt8(ascii: ":")
    }

    /// The number in up to nine decimal digits; nil for any other bytes.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        guard digits.count <= 9 else { return nil }
        var number: Int64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }
}

/// Texts as the store keeps them. PostgreSQL's `text` has no zero byte, which a name in a recording may have.
enum StoredText {
    /// U+2400, the symbol for a zero byte, introduces the escape of a zero byte and of itself.
    private static let symbol: Unicode.Scalar = "\u{2400}"

    /// The text for the store: U+2400 and a zero for a zero byte, and U+2400 twice for U+2400.
    static func stored(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\0" || $0 == symbol }) else { return text }
        var stored = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": stored.append(contentsOf: [symbol, "0"])
            case symbol: stored.append(contentsOf: [symbol, symbol])
            case _: stored.append(scalar)
            }
        }
        return String(stored)
    }

    /// The original of a text in the form of the store.
    static func original(_ stored: String) -> String {
        guard stored.unicodeScalars.contains(symbol) else { return stored }
        var text = String.UnicodeScalarView()
        var scalars = Substring(stored).unicodeScalars
        while let scalar = scalars.popFirst() {
            guard scalar == symbol, let next = scalars.popFirst() else {
                text.append(scalar)
                continue
            }
            text.append(next == "0" ? "\0" : next)
        }
        return String(text)
    }
}

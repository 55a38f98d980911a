import TransportSecurity

extension Instant {
    /// Creates a time from RFC 3339 text. The usual form with three fractional digits is parsed without creating a
    /// string.
    package init?(_ text: JSONScanner.Slice) {
        guard text.count == 24 else {
            self.init(String(decoding: text, as: UTF8.self))
            return
        }
        func number(at offset: Int, digits count: Int) -> Int64? {
            var number: Int64 = 0
            for index in offset..<offset + count {
                let digit = text[text.startIndex + index]
                guard (48...57).contains(digit) else { return nil }
                number = number * 10 + Int64(digit - 48)
            }
            return number
        }
        func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
            text[text.startIndex + offset] == UInt8(ascii: character)
        }
        guard has("-", at: 4), has("-", at: 7), has("T", at: 10), has(":", at: 13), has(":", at: 16), has(".", at: 19),
            has("Z", at: 23), let year = number(at: 0, digits: 4), let month = number(at: 5, digits: 2),
            let day = number(at: 8, digits: 2), let hour = number(at: 11, digits: 2),
            let minute = number(at: 14, digits: 2), let second = number(at: 17, digits: 2),
            let thousandths = number(at: 20, digits: 3), (1...12).contains(month), (1...31).contains(day), hour < 24,
            minute < 60,
            second <= 60
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        // A leap second at the end of the year 9999 would lead into a year that has no text.
        milliseconds = min(milliseconds + thousandths, 253_402_300_799_999)
    }
}

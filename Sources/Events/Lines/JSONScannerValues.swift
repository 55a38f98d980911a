import TransportSecurity

/// Values that the readers of recordings ask of a scanner. Each function scans the next value.
extension JSONScanner {
    /// A string. Throws an error for a value of another kind.
    package mutating func text() throws(Malformed) -> String {
        guard let text = try optionalText() else { throw Malformed() }
        return text
    }

    /// A string; nil for a value of another kind, which is skipped.
    package mutating func optionalText() throws(Malformed) -> String? {
        try optionalString { String(decoding: $0, as: UTF8.self) }
    }

    /// A whole number from 0 to 2⁴⁰, whose sums do not overflow. Throws an error for any other value.
    package mutating func count() throws(Malformed) -> Int {
        guard let number = try number(), number <= 1 << 40 else { throw Malformed() }
        return Int(number)
    }

    /// A whole number that is not negative. Throws an error for any other value.
    package mutating func nonNegativeInteger() throws(Malformed) -> Int64 {
        guard let number = try number() else { throw Malformed() }
        return number
    }

    /// `true` or `false`. Throws an error for a value of another kind.
    package mutating func boolean() throws(Malformed) -> Bool {
        let value = try value()
        guard value.isEqual(to: "true") || value.isEqual(to: "false") else { throw Malformed() }
        return value.isEqual(to: "true")
    }

    /// The identifier of a kind; nil for a value other than a string. Throws an error for another string.
    package mutating func kind() throws(Malformed) -> LoadKindID? {
        try optionalString { text throws(Malformed) in
            guard let kind = LoadKindID(UnsafeBufferPointer(rebasing: text)) else { throw Malformed() }
            return kind
        }
    }

    /// The beginning of a day such as `2026-11-20` in UTC; nil for null. Throws an error for any other value.
    package mutating func day() throws(Malformed) -> Instant? {
        let value = try value()
        guard !value.isEqual(to: "null") else { return nil }
        let text = String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
        guard value.first == UInt8(ascii: "\""), let day = Instant("\(text)T00:00:00Z") else { throw Malformed() }
        return day
    }

    /// A number of bytes of a load. Throws an error for any other value, and for a number whose sums could overflow.
    mutating func byteCount() throws(Malformed) -> Int64 {
        let bytes = try nonNegativeInteger()
        guard bytes <= Self.byteLimit else { throw Malformed() }
        return bytes
    }

    /// The largest number of bytes of a load in one direction: a pebibyte.
    private static var byteLimit: Int64 { 1 << 50 }

    /// The end of a load, such as `{"bytesFromClient":517,"bytesFromServer":4096,"clientRefusal":false}`; nil for
    /// `null`. Throws an error for any other value.
    mutating func endedLoad() throws(Malformed) -> EndedLoad? {
        guard isAtObject() else {
            guard try value().isEqual(to: "null") else { throw Malformed() }
            return nil
        }
        var end = EndedLoad(bytesFromClient: 0, bytesFromServer: 0)
        try object { name, scanner throws(Malformed) in
            if name.isEqual(to: "bytesFromClient") {
                end.bytesFromClient = try scanner.byteCount()
            } else if name.isEqual(to: "bytesFromServer") {
                end.bytesFromServer = try scanner.byteCount()
            } else if name.isEqual(to: "clientRefusal") {
                end.clientRefusal = try scanner.value().isEqual(to: "true")
            } else {
                try scanner.value()
            }
        }
        return end
    }

    /// A time. Throws an error for any other value.
    package mutating func instant() throws(Malformed) -> Instant {
        guard let time = try optionalString({ Instant($0) }), let time else { throw Malformed() }
        return time
    }
}

extension Instant {
    /// Creates a time from RFC 3339 text. The usual form with three fractional digits, such as
    /// `2026-11-28T09:15:00.123Z`, is parsed without creating a string.
    package init?(_ text: JSONScanner.Slice) {
        guard text.count == 24 else {
            self.init(String(decoding: text, as: UTF8.self))
            return
        }
        func number(at offset: Int, digits count: Int) -> Int64? {
            var number: Int64 = 0
            for index in offset..<offset + count {
                let digit = text[text.startIndex + index]
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
                number = number * 10 + Int64(digit - UInt8(ascii: "0"))
            }
            return number
        }
        func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
            text[text.startIndex + offset] == UInt8(ascii: character)
        }
        guard has("-", at: 4), has("-", at: 7), has("T", at: 10), has(":", at: 13), has(":", at: 16), has(".", at: 19),
            has("Z", at: 23)
        else { return nil }
        guard let year = number(at: 0, digits: 4), let month = number(at: 5, digits: 2),
            let day = number(at: 8, digits: 2), let hour = number(at: 11, digits: 2),
            let minute = number(at: 14, digits: 2), let second = number(at: 17, digits: 2),
            let thousandths = number(at: 20, digits: 3)
        else { return nil }
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        // A leap second at the end of the year 9999 would lead into a year that has no text.
        milliseconds = min(milliseconds + thousandths, 253_402_300_799_999)
    }
}

import TransportSecurity

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

    /// A time. Throws an error for any other value.
    package mutating func instant() throws(Malformed) -> Instant {
        guard let time = try optionalString({ Instant($0) }), let time else { throw Malformed() }
        return time
    }
}

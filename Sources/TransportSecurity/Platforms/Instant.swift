/// A point in time, in milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// `TransportSecurity` has no clock. The caller passes the time of a verdict.
public struct Instant: Hashable, Sendable {
    /// Milliseconds since the Unix epoch; negative before it.
    public var milliseconds: Int64

    /// Creates an instant from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates an instant from whole seconds since the Unix epoch.
    public init(seconds: Int64) {
        milliseconds = seconds * 1000
    }

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 {
        milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    }

    /// Creates an instant from a date and time in UTC (proleptic Gregorian calendar).
    public init(year: Int64, month: Int64, day: Int64, hour: Int64 = 0, minute: Int64 = 0, second: Int64 = 0) {
        let days = Self.days(year: year, month: month, day: day)
        self.init(seconds: ((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// Creates an instant from RFC 3339 text in UTC, such as `2026-11-20T22:54:00Z`, with or without a fraction; nil
    /// for any other text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[bytes.count - 1] == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let fraction = bytes[19..<(bytes.count - 1)]
        guard let point = fraction.first else { return }
        guard point == UInt8(ascii: "."), fraction.count > 1, Self.number(fraction.dropFirst()) != nil else {
            return nil
        }
        let thousandths = (Array(fraction.dropFirst().prefix(3)) + [48, 48, 48]).prefix(3)
        milliseconds += Self.number(thousandths) ?? 0
    }

    /// The number of days of a month from 1 to 12.
    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: return year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: return 30
        case _: return 31
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.count <= 18 else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 48)
        }
        return value
    }
}

extension Instant: Comparable {
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant a number of seconds later.
    public static func + (instant: Instant, seconds: Int64) -> Instant {
        Instant(milliseconds: instant.milliseconds + seconds * 1000)
    }
}

extension Instant: CustomStringConvertible {
    /// The time as RFC 3339 in UTC with milliseconds, `2026-11-20T22:54:00.123Z`.
    public var description: String {
        let (year, month, day, secondOfDay) = civil
        let fraction = milliseconds - seconds * 1000
        guard (0...9999).contains(year) else {
            return date + "T" + Self.padded(secondOfDay / 3600, 2) + ":" + Self.padded(secondOfDay / 60 % 60, 2) + ":"
                + Self.padded(secondOfDay % 60, 2) + "." + Self.padded(fraction, 3) + "Z"
        }
        // A fast path for years of four digits. Every event has a time.
        return String(unsafeUninitializedCapacity: 24) { text in
            _ = text.initialize(from: "0000-00-00T00:00:00.000Z".utf8)
            for (number, end) in [
                (year, 4), (month, 7), (day, 10), (secondOfDay / 3600, 13), (secondOfDay / 60 % 60, 16),
                (secondOfDay % 60, 19), (fraction, 23),
            ] {
                Self.write(number, into: text, before: end)
            }
            return 24
        }
    }

    /// Writes the decimal digits of a number in place of the zeros before `end`.
    private static func write(_ number: Int64, into text: UnsafeMutableBufferPointer<UInt8>, before end: Int) {
        var (rest, position) = (number, end)
        while rest > 0 {
            position -= 1
            text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// The date, such as `2026-11-20`.
    public var date: String {
        let (year, month, day, _) = civil
        return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
    }

    /// The date, or the time to the second, such as `2026-11-20T22:54:00Z`, if both instants are on one date.
    public func shown(beside other: Instant) -> String {
        date == other.date ? description.prefix { $0 != "." } + "Z" : date
    }

    /// The number of whole calendar months from this instant to a later one; negative if the other instant is earlier.
    func wholeMonths(to end: Instant) -> Int64 {
        let (from, to) = (civil, end.civil)
        let months = (to.year - from.year) * 12 + to.month - from.month
        return (to.day, to.secondOfDay) < (from.day, from.secondOfDay) ? months - 1 : months
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The number of days since 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    /// `days_from_civil`).
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date and the second of the day (same source, `civil_from_days`).
    private var civil: (year: Int64, month: Int64, day: Int64, secondOfDay: Int64) {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, seconds - days * 86_400)
    }
}

extension Instant: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let instant = Instant(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a time in UTC")
        }
        self = instant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

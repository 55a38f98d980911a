import JSONWriting
import TransportSecurity

/// The identifier of a load in a recording: a ULID (github.com/ulid/spec).
///
/// A ULID has 48 bits of milliseconds since 1970 and 80 random bits, as 26 digits of Crockford's base32. The order of
/// the texts is the order of the events.
public struct EventID: Hashable, Sendable {
    /// The time and the first 16 random bits.
    fileprivate var high: UInt64
    /// The remaining 64 random bits.
    fileprivate var low: UInt64

    /// Creates an identifier from its text in upper case; nil if the text is not valid.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        let digits = UnsafeBufferPointer(start: Self.digits.utf8Start, count: Self.digits.utf8CodeUnitCount)
        (high, low) = (0, 0)
        for (index, character) in text.utf8.enumerated() {
            guard let value = digits.firstIndex(of: character), index > 0 || value < 8 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
        }
    }

    /// Creates an identifier from its bits.
    fileprivate init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The digits of Crockford's base32.
    private static var digits: StaticString { "0123456789ABCDEFGHJKMNPQRSTVWXYZ" }

    /// The number of digits.
    fileprivate static let length = 26

    /// Writes the digits and returns their number.
    func write(to room: UnsafeMutablePointer<UInt8>) -> Int {
        // Twelve digits of five bits each fit into a word.
        Self.write(high >> 56, digits: 2, to: room)
        Self.write(high << 4 | low >> 60, digits: 12, to: room + 2)
        Self.write(low, digits: 12, to: room + 14)
        return Self.length
    }

    @inline(__always)
    private static func write(_ bits: UInt64, digits count: Int, to room: UnsafeMutablePointer<UInt8>) {
        for position in 0..<count {
            room[position] = digits.utf8Start[Int(bits >> UInt64(5 * (count - 1 - position)) & 31)]
        }
    }
}

extension EventID: CustomStringConvertible {
    /// The 26 digits, such as `01JD4Q0Y7ZK8M3T5V9W2X6R1BC`.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { text in text.baseAddress.map(write(to:)) ?? 0 }
    }
}

extension EventID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.plain(atMost: Self.length, write(to:)) }
}

/// A generator of increasing identifiers. Each one is greater than the one before, also within a millisecond and after
/// the clock was set back.
public struct EventIDGenerator: Sendable {
    /// The identifier that was generated last.
    private var last: EventID?

    /// Creates a generator.
    public init() {}

    /// The identifier for an event at the given time.
    public mutating func next(at time: Instant, using random: inout some RandomNumberGenerator) -> EventID {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        let next: EventID
        if let last, milliseconds <= last.high >> 16 {
            let (low, carry) = last.low.addingReportingOverflow(1)
            // After 2^80 identifiers in one millisecond, the time part increases.
            next = EventID(high: carry ? last.high &+ 1 : last.high, low: low)
        } else {
            next = EventID(high: milliseconds << 16 | random.next() >> 48, low: random.next())
        }
        last = next
        return next
    }
}

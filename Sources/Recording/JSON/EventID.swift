import TransportSecurity

/// The name of one load in a recording: a ULID, 48 bits of milliseconds since 1970 and 80 random bits, in 26 digits
/// of Crockford's base32, so that names sort as the events came (github.com/ulid/spec).
public struct EventID: Hashable, Sendable {
    /// The time, and the first 16 of the random bits.
    fileprivate var high: UInt64
    /// The other 64 random bits.
    fileprivate var low: UInt64

    /// The identifier of that text, upper case; nil where it is none.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        (high, low) = (0, 0)
        for (index, character) in text.utf8.enumerated() {
            guard let value = Self.digits.firstIndex(of: character), index > 0 || value < 8 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
        }
    }

    fileprivate init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// How many digits there are.
    fileprivate static let length = 26

    /// Writes the digits there.
    fileprivate func write(to room: UnsafeMutablePointer<UInt8>) -> Int {
        var (high, low) = (high, low)
        Self.digits.withUnsafeBufferPointer { digits in
            for position in (0..<Self.length).reversed() {
                room[position] = digits[Int(low & 31)]
                low = low >> 5 | high << 59
                high >>= 5
            }
        }
        return Self.length
    }
}

extension EventID: CustomStringConvertible {
    /// The 26 digits, `01JD4Q0Y7ZK8M3T5V9W2X6R1BC`.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { text in text.baseAddress.map(write(to:)) ?? 0 }
    }
}

extension EventID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.plain(atMost: Self.length, write(to:)) }
}

/// Makes identifiers, each greater than the one before, also within a millisecond and when the clock is set back.
public struct EventIDGenerator: Sendable {
    private var last: EventID?

    /// A generator that made none yet.
    public init() {}

    /// An identifier for an event at that instant.
    public mutating func next(at time: Instant, using random: inout some RandomNumberGenerator) -> EventID {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        let next: EventID
        if let last, milliseconds <= last.high >> 16 {
            let (low, carry) = last.low.addingReportingOverflow(1)
            // After 2^80 in one millisecond the time moves on; nobody will see that.
            next = EventID(high: carry ? last.high &+ 1 : last.high, low: low)
        } else {
            next = EventID(high: milliseconds << 16 | random.next() >> 48, low: random.next())
        }
        last = next
        return next
    }
}

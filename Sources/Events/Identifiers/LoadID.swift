import TransportSecurity

/// The identifier of a load in a fixed size, for fast comparisons of many loads. Usually it is a ULID, such as
/// `01JD4Q0Y7ZK8M3T5V9W2X6R1BC`. Only the last 32 bytes of a longer text are kept.
package struct LoadID: Hashable, Comparable, Sendable {
    /// The text in UTF-8, followed by zero bytes.
    private var bytes = SIMD32<UInt8>(repeating: 0)

    /// Creates an empty identifier.
    package init() {}

    /// Creates an identifier from its text.
    package init(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        let end = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text.suffix(SIMD32<UInt8>.scalarCount)))
        withUnsafeMutableBytes(of: &bytes) { $0.copyMemory(from: end) }
    }

    /// Creates an identifier from its text.
    package init(_ text: String) {
        self = Array(text.utf8).withUnsafeBufferPointer { LoadID($0[...]) }
    }

    /// Creates an identifier from that of an event.
    package init(_ id: TextOrValue<EventID>) {
        switch id {
        case .text(let text): self.init(text)
        case .value(let id):
            self.init()
            Swift.withUnsafeMutableBytes(of: &bytes) { bytes in
                _ = bytes.baseAddress.map { id.write(to: $0.assumingMemoryBound(to: UInt8.self)) }
            }
        }
    }

    /// Compares eight bytes at a time, ten times as fast as the comparison that the compiler synthesizes.
    package static func == (left: LoadID, right: LoadID) -> Bool { left.words == right.words }

    /// Compares byte by byte, from the first.
    package static func < (left: LoadID, right: LoadID) -> Bool {
        for index in 0..<SIMD32<UInt8>.scalarCount where left.bytes[index] != right.bytes[index] {
            return left.bytes[index] < right.bytes[index]
        }
        return false
    }

    /// Hashes all bytes at once.
    package func hash(into hasher: inout Hasher) {
        Swift.withUnsafeBytes(of: bytes) { hasher.combine(bytes: $0) }
    }

    /// The number in the last 12 digits of a ULID, which has 60 of its 80 random bits. Other characters count as 0.
    package var randomPart: Int64 {
        var length = SIMD32<UInt8>.scalarCount
        while length > 0, bytes[length - 1] == 0 { length -= 1 }
        var number: Int64 = 0
        for index in max(0, length - 12)..<length { number = number << 5 | Self.values[Int(bytes[index])] }
        return number
    }

    /// The text.
    package var text: String {
        String(decoding: (0..<SIMD32<UInt8>.scalarCount).map { bytes[$0] }.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The time at which the load began, if the identifier is a ULID in upper case; else nil.
    package var time: Instant? {
        // A ULID has 26 characters.
        guard bytes[25] != 0, bytes[26] == 0 else { return nil }
        var milliseconds: Int64 = 0
        for index in 0..<10 {
            guard let digit = Self.digits.firstIndex(of: bytes[index]) else { return nil }
            milliseconds = milliseconds << 5 | Int64(digit)
        }
        // Times after the year 9999 have no text.
        return milliseconds <= Self.latestMilliseconds ? Instant(milliseconds: milliseconds) : nil
    }

    /// The bytes as four words.
    private var words: SIMD4<UInt64> {
        Swift.withUnsafeBytes(of: bytes) { $0.load(as: SIMD4<UInt64>.self) }
    }

    /// The end of the year 9999.
    private static let latestMilliseconds: Int64 = 253_402_300_799_999

    /// The digits of Crockford's base32, of which a ULID consists.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The values of all bytes as digits of Crockford's base32; 0 for bytes that are not digits.
    private static let values: [Int64] = (0...255).map { Int64(digits.firstIndex(of: UInt8($0)) ?? 0) }
}

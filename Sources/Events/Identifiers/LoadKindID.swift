import JSONWriting

/// The identifier of a kind of loads, which count as one in reports: the first 128 bits of the SHA-256 digest of
/// `DecisionEvent.sharedMembers`.
public struct LoadKindID: Hashable, Sendable {
    /// The first 64 bits.
    private let high: UInt64
    /// The last 64 bits.
    private let low: UInt64

    /// The identifier that stands for "no kind" in keys of a store.
    public static let none = LoadKindID(high: 0, low: 0)

    /// The number of hexadecimal digits.
    private static let length = 32

    private init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Creates the identifier that begins a digest of at least 16 bytes; of fewer, the missing ones are 0.
    public init(digest: [UInt8]) {
        func part(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: part(digest.prefix(8)), low: part(digest.dropFirst(8).prefix(8)))
    }

    /// Reads 32 hexadecimal digits in lower case, with or without the hyphens of a UUID; nil for any other text.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ LoadKindID($0) }) else { return nil }
        self = id
    }

    /// Reads the UTF-8 of 32 hexadecimal digits in lower case, with or without the hyphens of a UUID; nil for any other
    /// text.
    public init?(_ text: UnsafeBufferPointer<UInt8>) {
        var (digits, high, low) = (0, UInt64(0), UInt64(0))
        for byte in text where byte != UInt8(ascii: "-") {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case _: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            digits += 1
        }
        guard digits == Self.length else { return nil }
        self.init(high: high, low: low)
    }

    /// Writes the digits, and returns their number.
    private func write(to room: UnsafeMutablePointer<UInt8>) -> Int {
        let bytes = unsafeBitCast(SIMD2(high.bigEndian, low.bigEndian), to: SIMD16<UInt8>.self)
        var digits = SIMD32<UInt8>()
        (digits.evenHalf, digits.oddHalf) = (Self.digits(of: bytes &>> 4), Self.digits(of: bytes & 15))
        UnsafeMutableRawPointer(room).storeBytes(of: digits, as: SIMD32<UInt8>.self)
        return Self.length
    }

    /// The hexadecimal digits of values below 16, all at once.
    private static func digits(of values: SIMD16<UInt8>) -> SIMD16<UInt8> {
        // The letter `a` is 39 code points behind the one that follows the digit 9.
        let isLetter = (values &+ SIMD16(repeating: 6)) &>> SIMD16(repeating: 4)
        return values &+ SIMD16(repeating: UInt8(ascii: "0")) &+ isLetter &* SIMD16(repeating: 39)
    }
}

extension LoadKindID: CustomStringConvertible {
    /// The 32 hexadecimal digits, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { text in text.baseAddress.map(write(to:)) ?? 0 }
    }
}

extension LoadKindID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.plain(atMost: Self.length, write(to:)) }
}

extension LoadKindID: Decodable {
    /// Reads the digits. Throws an error for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = LoadKindID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no identifier of a kind of loads")
        }
        self = id
    }
}

extension LoadKindID: Comparable {
    public static func < (left: LoadKindID, right: LoadKindID) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

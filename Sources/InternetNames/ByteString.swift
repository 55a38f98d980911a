/// Text as received: octets, which become a `String` only when a reader needs one.
///
/// The octets are a slice of the message in which they came, and keep the whole message in memory. Text that outlives
/// its message is `compacted`. Nearly all texts are ASCII; octets that are not UTF-8 read as U+FFFD.
public struct ByteString: Sendable {
    /// The octets.
    public let octets: ArraySlice<UInt8>

    /// Creates the text of octets.
    public init(_ octets: ArraySlice<UInt8>) {
        self.octets = octets
    }

    /// Creates the octets of a text in UTF-8.
    public init(_ text: String) {
        self.init(ArraySlice(text.utf8))
    }

    /// The number of octets.
    public var count: Int { octets.count }

    /// The octets as a string.
    public var text: String { String(decoding: octets, as: UTF8.self) }

    /// The same text in memory of its own.
    public var compacted: ByteString { ByteString(ArraySlice(Array(octets))) }
}

extension ByteString: Hashable {
    public static func == (left: ByteString, right: ByteString) -> Bool {
        left.octets.withUnsafeBytes { left in right.octets.withUnsafeBytes { left.holdsTheSame(as: $0) } }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(octets.count)
        octets.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension ByteString: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension ByteString: CustomStringConvertible {
    public var description: String { text }
}

extension ByteString: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same octets. Often both are the same memory; otherwise eight octets are compared at once.
    fileprivate func holdsTheSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard baseAddress != other.baseAddress else { return true }
        var offset = 0
        while count - offset >= 8 {
            let octets = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard octets == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < count {
            guard self[offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }
}

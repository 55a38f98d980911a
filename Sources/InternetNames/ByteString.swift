/// Text as received: octets, which become a `String` only when a reader needs one.
///
/// The text is a slice of the message that it came in, and keeps the whole message alive. A text that is kept for
/// longer than its message is `compacted`. Nearly all texts are ASCII; octets that are not UTF-8 read as U+FFFD.
public struct ByteString: Sendable {
    /// The octets.
    public let octets: ArraySlice<UInt8>

    /// The text of those octets.
    public init(_ octets: ArraySlice<UInt8>) {
        self.octets = octets
    }

    /// The octets of that text.
    public init(_ text: String) {
        self.init(ArraySlice(text.utf8))
    }

    /// The number of octets.
    public var count: Int { octets.count }

    /// The text, to be read.
    public var text: String { String(decoding: octets, as: UTF8.self) }

    /// The same in memory of its own.
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
    /// Whether both hold the same octets: often they are the very same, else eight are compared at once.
    fileprivate func holdsTheSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard baseAddress != other.baseAddress else { return true }
        var offset = 0
        while count - offset >= 8 {
            let mine = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard mine == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < count {
            guard self[offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }
}

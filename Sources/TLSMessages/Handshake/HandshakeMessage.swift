/// One whole handshake message, split into its type and its body (RFC 8446 §4).
public struct HandshakeMessage: Hashable, Sendable {
    /// The type.
    public let type: HandshakeType
    /// The bytes after the header of four bytes.
    public let body: ArraySlice<UInt8>

    /// Splits a message that begins with its header; nil where the bytes are fewer than the header says.
    public init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let type = reader.uint8(), let body = reader.vector(lengthBytes: 3) else { return nil }
        self.type = HandshakeType(rawValue: type)
        self.body = body
    }
}

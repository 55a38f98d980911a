/// The server's answers to extensions that TLS 1.3 encrypts (RFC 8446 §4.3.1).
public struct EncryptedExtensions: Hashable, Sendable {
    /// The protocol of ALPN; nil where there is none, or where the extension is malformed.
    public var applicationProtocol: String?

    /// Reads as much of the body as can be read.
    public init(readablePartOf body: ArraySlice<UInt8>) {
        var reader = ByteReader(body)
        var extensions = ByteReader(reader.vector(lengthBytes: 2) ?? [])
        while let code = extensions.uint16(), let content = extensions.vector(lengthBytes: 2) {
            guard ExtensionType(rawValue: code) == .applicationLayerProtocolNegotiation else { continue }
            var reader = ByteReader(content)
            applicationProtocol = reader.selectedProtocol()
        }
    }
}

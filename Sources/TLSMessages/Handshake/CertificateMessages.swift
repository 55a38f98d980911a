import TransportSecurity

/// The chain of a `certificate` message (RFC 8446 §4.4.2, RFC 5246 §7.4.2).
public struct CertificateMessage: Hashable, Sendable {
    /// The certificates in DER, leaf first.
    public private(set) var certificates: [[UInt8]] = []
    /// The body of `signed_certificate_timestamp` beside the leaf. Only in TLS 1.3.
    public private(set) var certificateTimestamps: [UInt8]?
    /// The OCSP response in `status_request` beside the leaf, in DER. Only in TLS 1.3.
    public private(set) var certificateStatus: [UInt8]?

    /// More than any server sends; bounds the memory for a list of tiny entries.
    private static let countLimit = 64

    /// Reads the body of a message up to TLS 1.2; nil where the entries do not fill it exactly, where one is empty, or
    /// where there are more than 64.
    init?(parsing body: [UInt8]) {
        var reader = ByteReader(body)
        guard let list = reader.vector(lengthBytes: 3), reader.isAtEnd else { return nil }
        var entries = ByteReader(list)
        while !entries.isAtEnd {
            guard let der = entries.vector(lengthBytes: 3), !der.isEmpty, certificates.count < Self.countLimit else {
                return nil
            }
            certificates.append(Array(der))
        }
    }

    /// Reads the entries up to the first that is cut short, at most `limit`; nil where the list itself is cut short.
    ///
    /// For a caller that leaves the refusal of malformed messages to a TLS library.
    public init?(readablePartOf body: ArraySlice<UInt8>, version: TLSVersion?, limit: Int) {
        let isTLS13 = version == .tls1_3
        var reader = ByteReader(body)
        // TLS 1.3 puts a context in front, and extensions behind each certificate.
        if isTLS13, reader.vector(lengthBytes: 1) == nil { return nil }
        guard let list = reader.vector(lengthBytes: 3) else { return nil }
        var entries = ByteReader(list)
        while certificates.count < limit, let der = entries.vector(lengthBytes: 3) {
            certificates.append(Array(der))
            guard isTLS13 else { continue }
            guard let extensions = entries.vector(lengthBytes: 2) else { return }
            if certificates.count == 1 { readExtensions(ofLeaf: extensions) }
        }
    }

    private mutating func readExtensions(ofLeaf block: ArraySlice<UInt8>) {
        var extensions = ByteReader(block)
        while let code = extensions.uint16(), let content = extensions.vector(lengthBytes: 2) {
            switch ExtensionType(rawValue: code) {
            case .signedCertificateTimestamp: certificateTimestamps = Array(content)
            case .statusRequest: certificateStatus = CertificateStatusMessage.response(inReadablePartOf: content)
            case _: break
            }
        }
    }
}

/// The proof that a server, or a client, has the key of its certificate (RFC 8446 §4.4.3).
public struct CertificateVerify: Hashable, Sendable {
    /// The scheme of the signature; nil where the message is cut short.
    public var signatureScheme: SignatureScheme?

    /// Reads as much of the body as can be read.
    public init(readablePartOf body: ArraySlice<UInt8>) {
        var reader = ByteReader(body)
        signatureScheme = reader.uint16().map(SignatureScheme.init(rawValue:))
    }
}

/// The ticket of a `new_session_ticket` message up to TLS 1.2 (RFC 5077 §3.3).
enum NewSessionTicketMessage {
    /// The ticket, which is empty where the server changed its mind; nil for a malformed message.
    static func ticket(parsing body: [UInt8]) -> [UInt8]? {
        var reader = ByteReader(body)
        guard reader.skip(4), let ticket = reader.vector(lengthBytes: 2), reader.isAtEnd else { return nil }
        return Array(ticket)
    }
}

/// The staple of a `certificate_status` message up to TLS 1.2, and of the extension `status_request` in TLS 1.3.
public enum CertificateStatusMessage {
    /// `ocsp` in the registry "TLS CertificateStatusType".
    private static let ocsp: UInt8 = 1
    /// `ocsp_multi`.
    private static let ocspMulti: UInt8 = 2

    /// The OCSP response about the leaf in DER; nil for a malformed message. The message holds one response (RFC 6066
    /// §8), or a list of them for the whole chain, the leaf's first (RFC 6961 §2.2), which Java asks for.
    static func response(parsing body: [UInt8]) -> [UInt8]? {
        var reader = ByteReader(body)
        switch reader.uint8() {
        case ocsp:
            guard let response = reader.vector(lengthBytes: 3), !response.isEmpty, reader.isAtEnd else { return nil }
            return Array(response)
        case ocspMulti:
            guard let list = reader.vector(lengthBytes: 3), reader.isAtEnd else { return nil }
            var responses = ByteReader(list)
            return responses.vector(lengthBytes: 3).map(Array.init)
        case _:
            return nil
        }
    }

    /// Reads one OCSP response in DER, which may be empty; nil if it is truncated. Bytes after it are ignored.
    ///
    /// For a caller that leaves the refusal of malformed messages to a TLS library.
    public static func response(inReadablePartOf body: ArraySlice<UInt8>) -> [UInt8]? {
        var reader = ByteReader(body)
        guard reader.uint8() == ocsp else { return nil }
        return reader.vector(lengthBytes: 3).map(Array.init)
    }
}

/// The chain of a `certificate` message up to TLS 1.2 (RFC 5246 §7.4.2).
enum CertificateMessage {
    /// More than any server sends; bounds what a list of tiny entries costs in memory.
    private static let countLimit = 64

    /// The certificates in DER, leaf first; nil where the list does not fill the message exactly.
    static func certificates(parsing body: [UInt8]) -> [[UInt8]]? {
        var reader = ByteReader(body)
        guard let list = reader.vector(lengthBytes: 3), reader.isAtEnd else { return nil }
        var entries = ByteReader(list)
        var certificates: [[UInt8]] = []
        while !entries.isAtEnd {
            guard let der = entries.vector(lengthBytes: 3), !der.isEmpty, certificates.count < countLimit else {
                return nil
            }
            certificates.append(Array(der))
        }
        return certificates
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

/// The staple of a `certificate_status` message up to TLS 1.2.
enum CertificateStatusMessage {
    /// The OCSP response about the leaf in DER; nil for a malformed message. The message holds one response (RFC 6066 §8),
    /// or a list of them for the whole chain, the leaf's first (RFC 6961 §2.2), which Java asks for.
    static func response(parsing body: [UInt8]) -> [UInt8]? {
        var reader = ByteReader(body)
        switch reader.uint8() {
        case 1:
            guard let response = reader.vector(lengthBytes: 3), !response.isEmpty, reader.isAtEnd else { return nil }
            return Array(response)
        case 2:
            guard let list = reader.vector(lengthBytes: 3), reader.isAtEnd else { return nil }
            var responses = ByteReader(list)
            return responses.vector(lengthBytes: 3).map(Array.init)
        case _:
            return nil
        }
    }
}

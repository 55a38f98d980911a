import TransportSecurity

/// What a server's key exchange message tells up to TLS 1.2 (RFC 5246 §7.4.3, RFC 8422 §5.4).
public struct ServerKeyExchange: Hashable, Sendable {
    /// The group of an elliptic curve exchange; nil for a finite field.
    public var group: NamedGroup?
    /// The size of the prime of a finite field exchange in bits; nil for an elliptic curve.
    public var primeBitCount: Int?
    /// The scheme of the signature; nil before TLS 1.2, which fixes it, and where nothing is signed.
    public var signatureScheme: SignatureScheme?

    /// An exchange of these parts.
    public init(group: NamedGroup? = nil, primeBitCount: Int? = nil, signatureScheme: SignatureScheme? = nil) {
        self.group = group
        self.primeBitCount = primeBitCount
        self.signatureScheme = signatureScheme
    }

    /// The result of reading one.
    enum Reading: Hashable {
        case exchange(ServerKeyExchange)
        case unparsed(Unparsed)
    }

    /// Reads the body of the message as that suite under that version gives it its form.
    static func read(_ body: [UInt8], cipherSuite: CipherSuite, version: TLSVersion) -> Reading {
        let name = cipherSuite.name
        let isElliptic = name.hasPrefix("TLS_ECDHE_") || name.hasPrefix("TLS_ECDH_anon_")
        guard isElliptic || name.hasPrefix("TLS_DHE_") || name.hasPrefix("TLS_DH_anon_") else {
            return .unparsed(.unknownKeyExchange)
        }
        var reader = ByteReader(body)
        // Exchanges with a pre-shared key begin with its hint (RFC 4279 §3, RFC 5489 §2) and sign nothing.
        let hasHint = cipherSuite.usesPreSharedKey
        if hasHint, reader.vector(lengthBytes: 2) == nil { return .unparsed(.malformed(.serverKeyExchange)) }
        var exchange = ServerKeyExchange()
        guard isElliptic ? exchange.readCurve(&reader) : exchange.readField(&reader) else {
            return .unparsed(.malformed(.serverKeyExchange))
        }
        if version >= .tls1_2, !hasHint, !cipherSuite.isAnonymous {
            guard let scheme = reader.uint16() else { return .unparsed(.malformed(.serverKeyExchange)) }
            exchange.signatureScheme = SignatureScheme(rawValue: scheme)
        }
        return .exchange(exchange)
    }

    private mutating func readCurve(_ reader: inout ByteReader) -> Bool {
        // `named_curve` (3) is the only kind that RFC 8422 left.
        guard reader.uint8() == 3, let code = reader.uint16(), reader.vector(lengthBytes: 1) != nil else {
            return false
        }
        group = NamedGroup(rawValue: code)
        return true
    }

    private mutating func readField(_ reader: inout ByteReader) -> Bool {
        guard let prime = reader.vector(lengthBytes: 2), reader.vector(lengthBytes: 2) != nil,
            reader.vector(lengthBytes: 2) != nil
        else { return false }
        let digits = prime.drop { $0 == 0 }
        primeBitCount = digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
        return true
    }
}

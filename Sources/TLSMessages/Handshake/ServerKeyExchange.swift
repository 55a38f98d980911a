import TransportSecurity

/// The parameters in a server's key exchange message, up to TLS 1.2 (RFC 5246 §7.4.3, RFC 8422 §5.4).
public struct ServerKeyExchange: Hashable, Sendable {
    /// The group of an elliptic curve exchange; nil for a finite field.
    public var group: NamedGroup?
    /// The size of the prime of a finite field exchange, in bits; nil for an elliptic curve.
    public var primeBitCount: Int?
    /// The scheme of the signature; nil before TLS 1.2, where the cipher suite fixes it, and where nothing is signed.
    public var signatureScheme: SignatureScheme?

    /// An exchange with these parameters.
    public init(group: NamedGroup? = nil, primeBitCount: Int? = nil, signatureScheme: SignatureScheme? = nil) {
        self.group = group
        self.primeBitCount = primeBitCount
        self.signatureScheme = signatureScheme
    }

    /// The result of reading a message.
    enum Reading: Hashable {
        case exchange(ServerKeyExchange)
        case fault(ProtocolFault)
    }

    /// Reads the body of a message, whose form depends on the cipher suite and the version.
    static func read(_ body: [UInt8], cipherSuite: CipherSuite, version: TLSVersion) -> Reading {
        guard let form = Form(cipherSuite) else { return .fault(.unknownKeyExchange) }
        var exchange = ServerKeyExchange()
        guard exchange.read(body[...], form, cipherSuite, version) else {
            return .fault(.malformed(.serverKeyExchange))
        }
        return .exchange(exchange)
    }

    /// Reads as much of the body as can be read; nothing at all under a suite whose form of the message is unknown.
    ///
    /// For a caller that leaves the refusal of malformed messages to a TLS library.
    public init(readablePartOf body: ArraySlice<UInt8>, cipherSuite: CipherSuite, version: TLSVersion) {
        if let form = Form(cipherSuite) { _ = read(body, form, cipherSuite, version) }
    }

    /// The two forms of the parameters.
    private enum Form {
        /// A named curve and a point (RFC 8422 §5.4).
        case ellipticCurve
        /// A prime, a generator and a public value (RFC 5246 §7.4.3).
        case finiteField

        /// The form under that suite; nil where the suite has no such message, or one that is unknown here.
        init?(_ cipherSuite: CipherSuite) {
            let name = cipherSuite.name
            if name.hasPrefix("TLS_ECDHE_") || name.hasPrefix("TLS_ECDH_anon_") {
                self = .ellipticCurve
            } else if name.hasPrefix("TLS_DHE_") || name.hasPrefix("TLS_DH_anon_") {
                self = .finiteField
            } else {
                return nil
            }
        }
    }

    /// Reads one part after the other; false at the first part that is cut short or of an unknown kind.
    private mutating func read(
        _ body: ArraySlice<UInt8>, _ form: Form, _ cipherSuite: CipherSuite, _ version: TLSVersion
    ) -> Bool {
        var reader = ByteReader(body)
        // Exchanges with a pre-shared key begin with its hint (RFC 4279 §3, RFC 5489 §2) and sign nothing.
        let hasHint = cipherSuite.usesPreSharedKey
        if hasHint, reader.vector(lengthBytes: 2) == nil { return false }
        switch form {
        case .ellipticCurve: guard readCurve(&reader) else { return false }
        case .finiteField: guard readField(&reader) else { return false }
        }
        guard version >= .tls1_2, !hasHint, !cipherSuite.isAnonymous else { return true }
        signatureScheme = reader.uint16().map(SignatureScheme.init(rawValue:))
        return signatureScheme != nil
    }

    private mutating func readCurve(_ reader: inout ByteReader) -> Bool {
        // `named_curve` (3) is the only kind that RFC 8422 left.
        guard reader.uint8() == 3, let code = reader.uint16() else { return false }
        group = NamedGroup(rawValue: code)
        return reader.vector(lengthBytes: 1) != nil
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

import Events
import InternetNames
import TLSMessages
import TransportSecurity

/// The content of a hello in an evidence bundle: that of the recorded bytes, or that of the offer if the bytes are not
/// recorded. The two differ if OpenSSL lacks a part of the offer.
struct EvidenceHello {
    /// The cipher suites, without the signalling value of RFC 5746.
    let cipherSuites: [CipherSuite]
    /// The groups.
    let groups: [NamedGroup]
    /// The signature schemes.
    let signatureSchemes: [SignatureScheme]
    /// The application protocols.
    let applicationProtocols: [String]
    /// The types of the extensions, in order; nil if the bytes are not recorded.
    let extensions: [UInt16]?
    /// The suites and groups of the offer that the hello does not have.
    let missing: [String]

    /// Creates the hello of an offer.
    ///
    /// - Parameter exchange: The exchange with the bytes of the hello; nil if they are not recorded.
    init(_ offer: Offer, sentIn exchange: HelloExchange?) {
        guard let sent = exchange.flatMap({ Self.clientHello(in: $0.sent) }) else {
            cipherSuites = offer.cipherSuites
            groups = offer.groups
            signatureSchemes = offer.signatureSchemes
            applicationProtocols = offer.applicationProtocols
            extensions = nil
            missing = []
            return
        }
        let suites = sent.cipherSuites.filter { $0.rawValue != 0x00FF }
        let groups = sent.supportedGroups ?? []
        cipherSuites = suites
        self.groups = groups
        signatureSchemes = sent.signatureSchemes ?? []
        applicationProtocols = (sent.applicationProtocols ?? []).map { "\($0)" }
        extensions = sent.extensionTypes.map(\.rawValue)
        missing =
            offer.cipherSuites.filter { !suites.contains($0) }.map(\.name)
            + offer.groups.filter { !groups.contains($0) }.map(\.name)
    }

    /// The hello in the first records that a client sends; nil if they have none.
    private static func clientHello(in records: [UInt8]) -> ClientHello? {
        var inspector = TLSInspector()
        var events: [TLSInspector.Event] = []
        records.withUnsafeBufferPointer { inspector.observe(.client, $0.span, appendingTo: &events) }
        guard case .clientHello(let hello) = events.first else { return nil }
        return hello
    }
}

extension HelloExchange {
    /// The bytes in lines of hexadecimal digits.
    var lines: [String] {
        Self.lines("sent", bytes: sent)
            + (received.isEmpty ? ["  received nothing"] : Self.lines("received", bytes: received))
    }

    private static func lines(_ verb: String, bytes: [UInt8]) -> [String] {
        ["  \(verb) \(bytes.count) bytes"]
            + stride(from: 0, to: bytes.count, by: 32).map {
                "    \(Array(bytes[$0..<min($0 + 32, bytes.count)]).hexadecimal)"
            }
    }
}

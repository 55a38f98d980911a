import Events
import ForwardProxy
import InternetNames
import JSONWriting
import OpenSSL
import TransportSecurity

/// The facts about a server that a captured handshake shows, as members of events.
struct CapturedFacts {
    /// The negotiated parameters, with the certificates where they were in the clear.
    private(set) var summary: TLSSummary
    /// The chain of the server as facts; nil if the chain was encrypted, or if the client offered nothing that ATS
    /// accepts.
    private(set) var event: FactsEvent?

    /// Collects the facts in a reading.
    init(_ reading: TunnelReading, of host: Host, port: UInt16, at time: Instant, from address: IPAddress?) {
        let hello = reading.serverHello
        summary = TLSSummary(
            tunnel: hello?.version, cipherSuite: hello?.cipherSuite, group: reading.group,
            alpn: hello?.applicationProtocol, extendedMasterSecret: hello?.extendedMasterSecret)
        guard let certificates = reading.certificates, let hello, let version = hello.version else { return }
        summary.certificates = certificates.prefix(TLSSummary.certificateLimit).compactMap { der in
            (try? CertificateReader.read(der: der)).map { CachedJSON(uncached: CertificateSummary($0)) }
        }
        guard reading.clientOffersTLS12,
            summary.certificates.count == min(certificates.count, TLSSummary.certificateLimit)
        else { return }
        // The offer has all suites up to TLS 1.2, because the client did not send an offer of Apple's, and nothing
        // shows that the server refuses a narrower one. The choice from an offer of TLS 1.3 remains unknown.
        let handshake = Handshake(
            offer: Offer(generation: .current, minimumVersion: .ssl3, selection: .everythingBeforeTLS13),
            version: version, cipherSuite: hello.cipherSuite, group: reading.serverKeyExchange?.group,
            signatureScheme: reading.serverKeyExchange?.signatureScheme,
            applicationProtocol: hello.applicationProtocol, extendedMasterSecret: hello.extendedMasterSecret,
            certificates: certificates, certificateTimestamps: hello.certificateTimestamps,
            certificateStatus: reading.certificateStatus,
            requestsClientCertificate: reading.requestsClientCertificate)
        // Equal facts have one identifier, whatever the time of the handshake.
        var facts = FactsEvent(
            time: Instant(milliseconds: 0), id: "", host: host, port: port, address: address,
            attempts: [FactsEvent.Attempt(offer: handshake.offer, result: .success(handshake))])
        facts.id = "sha256:" + Digest.sha256(facts.line).hexadecimal
        facts.time = time
        event = facts
    }
}

extension TunnelReading {
    /// Whether the client offers TLS 1.2 or newer. The answer to an older offer says nothing about the hello of ATS.
    fileprivate var clientOffersTLS12: Bool {
        guard case .hello(let hello) = opening else { return false }
        return hello.versions.max().map { $0 >= .tls1_2 } ?? false
    }
}

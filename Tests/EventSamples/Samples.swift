import Events
import InternetNames
import TransportSecurity

/// Events that several suites write and read.
package enum Samples {
    package static let time = Instant(milliseconds: 1_795_215_240_123)

    package static let certificate = Certificate(
        der: [1, 2], subject: "CN=legacy.example.com", issuer: "CN=Test CA", notBefore: time, notAfter: time + 86_400,
        key: .rsa(bits: 2048), signature: .init(name: "sha256WithRSAEncryption", digest: .sha256),
        sha256: [0, 0xAB], publicKeySHA256: [1, 2, 3])

    package static let handshake = Handshake(
        offer: Offer(generation: .current, minimumVersion: .tls1_0), version: .tls1_0,
        cipherSuite: CipherSuite(rawValue: 0xC013), group: .p256, certificates: [[1, 2], [3]])

    package static let finding = Finding(
        rule: .tlsVersion,
        message: "legacy.example.com offers nothing newer than TLS 1.0; the policy asks for TLS 1.2.",
        expected: "TLSv1.2", actual: "TLSv1.0",
        error: LoadError(
            code: .secureConnectionFailed, status: .peerProtocolVersion,
            text: "A TLS error caused the secure connection to fail."),
        exception: Finding.Exception(
            domain: "legacy.example.com",
            keys: ["NSIncludesSubdomains": .boolean(true), "NSExceptionMinimumTLSVersion": .string("TLSv1.0")]))

    package static var decision: DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text("01JD"), from: .client(.init(listener: "127.0.0.1:8080")), decision: .blocked)
        event.client?.address = .value(Authority(host: .address(.v4(0x7F00_0001)), port: 53012))
        event.client?.app = CachedJSON(ClientApp(userAgent: "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"))
        event.client?.method = "CONNECT"
        event.scheme = .https
        event.host = .name("legacy.example.com")
        event.port = 443
        event.address = .v4(0xCB00_7107)
        event.route = .direct
        event.client?.mode = .enforce
        event.policy = CachedJSON(
            PolicySummary(
                Requirements(host: .name("legacy.example.com"), os: OSVersion(.ios, 18, 1)), source: "MyApp.app"))
        event.facts = "sha256:00"
        event.tls = CachedJSON(
            TLSSummary(handshake, ChainEvaluation(presented: [certificate], path: [certificate], anchor: .system)))
        event.violations = [finding]
        event.warnings = [
            Finding(
                rule: .certificateTrust, message: "No path.", expected: "a root", actual: "none",
                exception: Finding.Exception(domain: "a", keys: [:], overridable: true))
        ]
        event.notes = [Note(.undetermined, rule: .certificateRevoked, "No staple."), Note(nil, "A note.")]
        return event
    }

    package static var facts: FactsEvent {
        let ats = Offer(generation: .current)
        let permissive = Offer(generation: .current, includesRSAKeyTransport: true, isPermissive: true)
        let other = Handshake(
            offer: permissive, version: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301), group: .x25519MLKEM768,
            signatureScheme: .ecdsaSHA1, applicationProtocol: "h2",
            certificates: [[1, 2], [4]], certificateTimestamps: [0, 0], certificateStatus: [],
            requestsClientCertificate: true, isComplete: false, wasEndedByUs: true, fetchedIssuers: [[3], [5]])
        return FactsEvent(
            time: time, id: "sha256:00", host: .address(.v4(0xCB00_7107)), port: 8443, address: .v4(0xCB00_7107),
            attempts: [
                FactsEvent.Attempt(offer: ats, result: .failure(.alert(70))),
                FactsEvent.Attempt(offer: handshake.offer, result: .success(handshake)),
                FactsEvent.Attempt(offer: permissive, result: .success(other)),
            ])
    }
}

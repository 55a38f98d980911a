import InternetNames
import OpenSSL
import TLSMessages
import Testing
import TransportSecurity

/// The hello on the wire, compared with the offer that facts name.
@Suite struct SentHelloTests {
    private static let selections: [Offer.Selection] = [.forwardSecret, .rsaKeyTransport, .platform, .everything]

    /// Every part of the offer is in the hello, but for the gaps, and nothing besides.
    @Test(arguments: ATSGeneration.allCases, selections)
    func sendsWhatIsOffered(generation: ATSGeneration, selection: Offer.Selection) throws {
        for minimum in [TLSVersion.tls1_0, .tls1_2, .tls1_3] where minimum < .tls1_3 || generation >= .ios12 {
            let offer = Offer(generation: generation, minimumVersion: minimum, selection: selection)
            let context = ClientContext()
            let gaps = try context.gaps(in: offer)
            let handshake = try ClientHandshake(offer: offer, host: .name("example.com"), context: context)
            var inspector = TLSInspector()
            var events: [TLSInspector.Event] = []
            handshake.start().bytes.withUnsafeBufferPointer {
                inspector.observe(.client, $0.span, appendingTo: &events)
            }
            guard case .clientHello(let hello) = events.first else {
                Issue.record("no hello of \(offer.name)")
                return
            }
            #expect(
                hello.versions.filter { $0 >= minimum || hello.supportedVersions != nil }.sorted()
                    == TLSVersion.allCases.filter { offer.versions.contains($0) && !gaps.versions.contains($0) })
            // OpenSSL leaves out suites with DSA certificates, which only the permissive hello would have.
            let suites = hello.cipherSuites.filter { $0.rawValue != 0x00FF }
            #expect(
                Set(suites)
                    == Set(offer.cipherSuites).subtracting(gaps.cipherSuites).filter { !$0.name.contains("_DSS_") })
            #expect(hello.supportedGroups == offer.groups.filter { !gaps.groups.contains($0) })
            #expect(hello.applicationProtocols?.map { "\($0)" } == offer.applicationProtocols)
            #expect(hello.serverName == "example.com")
            #expect(hello.requestsCertificateStatus && hello.requestsCertificateTimestamps)
            #expect(hello.offersExtendedMasterSecret && hello.offersSecureRenegotiation)
            // With TLS 1.3 alone, OpenSSL leaves out those that its handshakes do not permit (RFC 8446 §4.2.3).
            let old: Set<UInt16> = minimum == .tls1_3 ? [0x0201, 0x0203, 0x0401, 0x0501, 0x0601] : []
            let schemes = hello.signatureSchemes ?? []
            #expect(
                schemes.filter { !old.contains($0.rawValue) }
                    == offer.signatureSchemes.filter { !old.contains($0.rawValue) })
            #expect(Set(schemes).isSubset(of: offer.signatureSchemes))
            // No extension that no offer names: ticket, encrypt-then-MAC and those of the parts above.
            let expected: Set<UInt16> = [0, 5, 10, 11, 13, 16, 18, 22, 23, 35, 43, 45, 51, 0xFF01]
            #expect(Set(hello.extensionTypes.map(\.rawValue)).isSubset(of: expected))
        }
    }
}

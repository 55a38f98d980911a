import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct ClientHelloWriterTests {
    @Test func writesWhatTheParserReads() throws {
        var writer = ClientHelloWriter(
            versions: [.tls1_3, .tls1_2], cipherSuites: [0x1301, 0x000A, 0x0005].map(CipherSuite.init(rawValue:)),
            random: [1, 2, 3])
        writer.groups = [.x25519, .p256]
        writer.signatureSchemes = [.ecdsaSHA1]
        writer.serverName = "legacy.example.com"
        writer.applicationProtocols = ["h2", "", "http/1.1"]
        writer.keyShares = [.init(group: .x25519, key: Array(repeating: 5, count: 32))]
        writer.sessionID = Array(repeating: 6, count: 40)
        let (_, events) = TLSInspector.watching([(.client, writer.records)])
        guard case .clientHello(let hello) = events.first else {
            Issue.record("no hello")
            return
        }
        #expect(events.count == 1)
        #expect(hello.unreadableExtensions == [])
        #expect(hello.duplicateExtensions == [])
        #expect(hello.versions == [.tls1_3, .tls1_2])
        #expect(hello.cipherSuites == writer.cipherSuites)
        #expect(hello.supportedGroups == writer.groups)
        #expect(hello.signatureSchemes == writer.signatureSchemes)
        #expect(hello.serverName == "legacy.example.com")
        #expect(hello.applicationProtocols == ["h2", "http/1.1"])
        #expect(hello.keyShareGroups == [.x25519])
        #expect(hello.sessionID.count == 32)
    }

    @Test(
        arguments: [(.ssl3, 0, 0), (.tls1_0, 1, 1), (.tls1_2, 3, 1), (.tls1_3, 3, 1)] as [(TLSVersion, UInt8, UInt8)])
    func namesTheVersionInItsOldPlaces(version: TLSVersion, field: UInt8, recordMinor: UInt8) {
        let bytes = ClientHelloWriter(versions: [version], cipherSuites: [CipherSuite(rawValue: 5)], random: []).records
        #expect(bytes.prefix(3) == [22, 3, recordMinor])
        #expect(bytes[9...10] == [3, field])
    }

    @Test func sendsNoExtensionsInSSL3() {
        let writer = ClientHelloWriter(versions: [.ssl3], cipherSuites: [CipherSuite(rawValue: 5)], random: [])
        #expect(writer.records.count == 5 + 4 + 2 + 32 + 1 + 4 + 2)
    }

    @Test func cutsAVeryLongHelloIntoRecords() {
        var writer = ClientHelloWriter(
            versions: [.tls1_2], cipherSuites: (0..<9000).map { CipherSuite(rawValue: $0) }, random: [])
        writer.serverName = String(repeating: "a", count: 254)
        let bytes = writer.records
        #expect(bytes[3...4] == [0x40, 0])
        #expect(bytes[(5 + 16384)...].prefix(3) == [22, 3, 1])
    }
}

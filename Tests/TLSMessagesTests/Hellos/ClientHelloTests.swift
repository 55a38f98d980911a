import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct ClientHelloTests {
    typealias Bytes = TLSBytes

    @Test func readsEveryExtension() throws {
        let ech: [UInt8] = [0, 0, 1, 0, 1, 42] + Bytes.vector([9], 2) + Bytes.vector([8], 2)
        let hello = try #require(
            ClientHello(
                parsing: Bytes.clientHello([
                    Bytes.extended(0x1A1A, []),
                    Bytes.extended(0, Bytes.vector([0] + Bytes.vector(Array("a.b".utf8), 2), 2)),
                    Bytes.extended(23, []), Bytes.extended(0xFF01, [0]), Bytes.extended(35, [1, 2, 3]),
                    Bytes.extended(10, [0, 4, 0x2A, 0x2A, 0, 29]), Bytes.extended(16, [0, 3, 2, 0x68, 0x32]),
                    Bytes.extended(5, [1, 0, 0, 0, 0]), Bytes.extended(13, [0, 2, 4, 3]), Bytes.extended(18, []),
                    Bytes.extended(51, Bytes.vector([0, 29] + Bytes.vector([5], 2), 2)), Bytes.extended(45, [1, 1]),
                    Bytes.extended(43, [4, 3, 4, 3, 3]), Bytes.extended(42, []), Bytes.extended(0xFE0D, ech),
                    Bytes.extended(41, Bytes.vector(Bytes.vector([1], 2) + [0, 0, 0, 0], 2) + [0, 2, 1, 0]),
                ])))
        #expect(hello.unreadableExtensions == [])
        #expect(
            hello.extensionTypes.map(\.rawValue) == [
                0x1A1A, 0, 23, 0xFF01, 35, 10, 16, 5, 13, 18, 51, 45, 43, 42, 0xFE0D, 41,
            ])
        #expect(hello.serverName == "a.b")
        #expect(hello.applicationProtocols == ["h2"])
        #expect(hello.supportedGroups == [NamedGroup(rawValue: 0x2A2A), .x25519])
        #expect(hello.keyShareGroups == [.x25519])
        #expect(hello.signatureSchemes == [SignatureScheme(rawValue: 0x0403)])
        #expect(hello.versions == [.tls1_3, .tls1_2])
        #expect(hello.preSharedKeyExchangeModes == [1])
        #expect(hello.preSharedKeyCount == 1)
        #expect(hello.sessionTicket?.count == 3)
        #expect(hello.encryptedClientHello == .outer(configurationID: 42))
        #expect(hello.offersEarlyData && hello.requestsCertificateStatus && hello.requestsCertificateTimestamps)
        #expect(hello.offersExtendedMasterSecret && hello.offersSecureRenegotiation && hello.hasGREASE)
    }

    @Test(
        arguments: [
            (0x0300, [.ssl3]), (0x0301, [.tls1_0, .ssl3]), (0x0303, [.tls1_2, .tls1_1, .tls1_0, .ssl3]),
            (0x0304, [.tls1_2, .tls1_1, .tls1_0, .ssl3]), (0x0002, []),
        ] as [(UInt16, [TLSVersion])])
    func offersAllVersionsUpToItsField(field: UInt16, versions: [TLSVersion]) {
        #expect(ClientHello(parsing: Bytes.clientHello(version: field, nil))?.versions == versions)
    }

    @Test(
        arguments: [
            (0, []), (0, [0, 0]), (0, [0, 4, 0, 0, 0, 0]), (0, [0, 3, 1, 0, 0]), (10, [0, 3, 0, 29, 0]), (10, [0, 0]),
            (13, [0, 4, 4, 3]), (16, [0, 1, 0]), (16, [0, 2, 5, 1]), (23, [1]), (41, [0, 0, 0, 0]), (42, [0, 0, 0, 1]),
            (43, []), (43, [3, 3, 4, 3]), (45, [0]), (51, [0, 4, 0, 29, 0, 9]), (51, [0, 4, 0, 29, 0, 0]), (5, [1, 0]),
            (0xFE0D, [2]), (0xFE0D, []), (0xFE0D, [0, 0, 1, 0, 1, 42, 0, 9]), (0xFF01, [3]),
        ] as [(UInt16, [UInt8])])
    func keepsUnreadableExtensionsToThemselves(type: UInt16, content: [UInt8]) throws {
        let hello = try #require(
            ClientHello(parsing: Bytes.clientHello([Bytes.extended(type, content), Bytes.extended(35, [])])))
        #expect(hello.unreadableExtensions == [ExtensionType(rawValue: type)])
        #expect(hello.sessionTicket?.count == 0)
    }

    @Test func tellsDuplicatesAndKeepsTheFirst() throws {
        let tickets = [Bytes.extended(35, [1]), Bytes.extended(35, [1, 2]), Bytes.extended(35, [])]
        let hello = try #require(ClientHello(parsing: Bytes.clientHello(tickets)))
        #expect(hello.duplicateExtensions == [.sessionTicket])
        #expect(hello.sessionTicket?.count == 1)
    }

    @Test(
        arguments: [
            (10, [0, 2, 0, 29], []), (43, [2, 3, 4], []), (0xFE0D, [1], [2]), (0xFF01, [0], [3]),
        ] as [(UInt16, [UInt8], [UInt8])])
    func readsTheFirstOfDuplicatesAlone(type: UInt16, readable: [UInt8], unreadable: [UInt8]) throws {
        let (good, bad) = (Bytes.extended(type, readable), Bytes.extended(type, unreadable))
        #expect(ClientHello(parsing: Bytes.clientHello([good, bad]))?.unreadableExtensions == [])
        let type = ExtensionType(rawValue: type)
        #expect(ClientHello(parsing: Bytes.clientHello([bad, good]))?.unreadableExtensions == [type])
    }

    @Test func refusesMoreProtocolsThanAnyoneOffers() throws {
        let list = [UInt8](repeatElement([1, 0x61], count: 65).joined())
        let hello = try #require(ClientHello(parsing: Bytes.clientHello([Bytes.extended(16, Bytes.vector(list, 2))])))
        #expect(hello.unreadableExtensions == [.applicationLayerProtocolNegotiation])
    }

    @Test func refusesEveryTruncation() {
        let body = Bytes.clientHello([Bytes.extended(35, [1, 2])])
        let whole = (0..<body.count).filter { ClientHello(parsing: Array(body.prefix($0))) != nil }
        // Without the block of extensions it is a hello of old, and whole.
        #expect(whole == [Bytes.clientHello(nil).count])
        #expect(ClientHello(parsing: body + [0]) == nil)
    }

    @Test(arguments: [([0, 0, 0x2F], [0x002F]), ([7, 0, 0xC0, 0, 0xC0, 0x2F], [0xC02F])] as [([UInt8], [UInt16])])
    func readsTheFormatOfSSL2(specs: [UInt8], suites: [UInt16]) throws {
        let head: [UInt8] = [1, 3, 1] + Bytes.uint16(UInt16(specs.count)) + [0, 0, 0, 16]
        let body = head + specs + [UInt8](repeating: 1, count: 16)
        let hello = try #require(ClientHello(parsingSSL2: body))
        #expect(hello.isSSL2Format)
        #expect(hello.cipherSuites.map(\.rawValue) == suites)
        #expect(hello.versions == [.tls1_0, .ssl3])
        #expect((0..<body.count).allSatisfy { ClientHello(parsingSSL2: Array(body.prefix($0))) == nil })
    }
}

import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct ServerHelloTests {
    typealias Bytes = TLSBytes

    @Test func readsTLS12() throws {
        let body = Bytes.serverHello([
            Bytes.extended(23, []), Bytes.extended(16, [0, 3, 2, 0x68, 0x32]), Bytes.extended(18, [0, 1, 7]),
        ])
        let hello = try #require(ServerHello(parsing: body))
        #expect(hello.version == .tls1_2)
        #expect(hello.cipherSuite.rawValue == 0xC02F)
        #expect(hello.applicationProtocol == "h2")
        #expect(hello.extendedMasterSecret && !hello.isFollowedByCiphertext && !hello.isHelloRetryRequest)
        #expect(hello.certificateTimestamps == [0, 1, 7])
    }

    @Test func readsTLS13() throws {
        let extensions = [
            Bytes.extended(43, [3, 4]), Bytes.extended(51, [0, 29] + Bytes.vector([1, 2], 2)),
            Bytes.extended(41, [0, 1]),
        ]
        let hello = try #require(ServerHello(parsing: Bytes.serverHello(suite: 0x1301, extensions)))
        #expect(hello.version == .tls1_3)
        #expect(hello.group == .x25519)
        #expect(hello.preSharedKey == 1)
        #expect(hello.isFollowedByCiphertext && hello.extendedMasterSecret)
    }

    @Test func readsARetryRequest() throws {
        let extensions = [Bytes.extended(43, [3, 4]), Bytes.extended(51, [0, 24])]
        let body = Bytes.serverHello(suite: 0x1302, random: Bytes.helloRetryRequestRandom, extensions)
        let hello = try #require(ServerHello(parsing: body))
        #expect(hello.isHelloRetryRequest)
        #expect(hello.group == .p384)
    }

    @Test func takesADraftForWhatComesAfterTLS12() throws {
        let hello = try #require(ServerHello(parsing: Bytes.serverHello([Bytes.extended(43, [0x7F, 0x1C])])))
        #expect(hello.version == nil)
        #expect(hello.versionCode == 0x7F1C)
        #expect(hello.isFollowedByCiphertext)
    }

    @Test(arguments: [(43, [3]), (51, [0]), (51, [0, 29, 0, 5]), (41, [1]), (16, [0, 0])] as [(UInt16, [UInt8])])
    func keepsUnreadableExtensionsToThemselves(type: UInt16, content: [UInt8]) throws {
        let hello = try #require(ServerHello(parsing: Bytes.serverHello([Bytes.extended(type, content)])))
        #expect(hello.unreadableExtensions == [ExtensionType(rawValue: type)])
    }

    @Test func refusesEveryTruncation() {
        let body = Bytes.serverHello([Bytes.extended(23, [])])
        // 38 bytes are a hello of old, without extensions.
        #expect((0..<body.count).filter { ServerHello(parsing: Array(body.prefix($0))) != nil } == [38])
        #expect(ServerHello(parsing: body + [0]) == nil)
    }
}

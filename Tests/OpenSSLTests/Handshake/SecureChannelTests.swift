import InternetNames
import OpenSSL
import Testing
import TransportSecurity

@Suite struct SecureChannelTests {
    private let identity: TestIdentity

    init() throws {
        identity = try TestIdentity(.authority("Root")).issue(.leaf("example.com"))
    }

    private func handshake() throws -> ClientHandshake {
        try ClientHandshake(
            offer: Offer(generation: .current), host: .name("example.com"), context: ClientContext(),
            applicationProtocols: ["http/1.1"])
    }

    /// A channel to a server, and what the server sent behind its handshake, such as session tickets.
    private func channel(to server: MemoryServer) throws -> (channel: SecureChannel, early: [UInt8]) {
        let client = try handshake()
        var output = client.start()
        while output.state == .wantsMore {
            output = client.receive(server.receive(output.bytes))
        }
        let early = server.receive(output.bytes)
        return (try #require(SecureChannel(after: client)), early)
    }

    @Test(arguments: [TLSVersion.tls1_2, .tls1_3], [1009, 30_000, .max])
    func carriesTextBothWays(version: TLSVersion, piece: Int) throws {
        let server = try MemoryServer(identity, .init(newest: version, oldest: version))
        let (channel, early) = try channel(to: server)
        let question = try #require(channel.encrypt(Array("question".utf8)))
        #expect(server.read(question) == Array("question".utf8))
        let answer = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let parts = stride(from: 0, to: answer.count, by: 10_000).map { Array(answer[$0..<$0 + 10_000]) }
        var rest = (early + parts.flatMap(server.send) + server.close())[...]
        var content: [UInt8] = []
        var state = SecureChannel.State.open
        while !rest.isEmpty {
            #expect(state == .open)
            let received = channel.receive(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            content += received.content
            state = received.state
        }
        #expect(content == answer && state == .closed)
    }

    @Test(arguments: [TLSVersion.tls1_2, .tls1_3])
    func whatWasChangedOnTheWayIsAFault(version: TLSVersion) throws {
        let server = try MemoryServer(identity, .init(newest: version, oldest: version))
        let (channel, early) = try channel(to: server)
        _ = channel.receive(early)
        var bytes = server.send(Array("answer".utf8))
        bytes[bytes.count - 1] ^= 1
        let received = channel.receive(bytes)
        guard case .failed = received.state else {
            Issue.record("\(received.state)")
            return
        }
        #expect(received.content == [])
        #expect(channel.encrypt([1]) == nil)
    }

    @Test func anEndWithoutCloseNotifyIsNoEnd() throws {
        let server = try MemoryServer(identity)
        let (channel, early) = try channel(to: server)
        #expect(channel.receive(early + server.send([1])).state == .open)
        #expect(channel.receive([]).state == .open)
    }

    @Test func noSecondHandshakeIsMade() throws {
        let server = try MemoryServer(identity, .init(newest: .tls1_2))
        let (channel, early) = try channel(to: server)
        _ = channel.receive(early)
        let received = channel.receive(server.renegotiate())
        // An alert, and no ClientHello.
        #expect(received.reply.first == 21 && received.content == [])
    }

    @Test func offersTheGivenProtocols() throws {
        let server = try MemoryServer(identity, .init(applicationProtocol: "h2"))
        let client = try handshake()
        guard case .done(let facts) = converse(client, server) else {
            Issue.record("the handshake failed")
            return
        }
        #expect(facts.applicationProtocol == nil)
    }

    @Test func thereIsNoneBeforeTheEndOfTheHandshake() throws {
        #expect(SecureChannel(after: try handshake()) == nil)
        // A server that asks for a client certificate ends the handshake without one.
        let server = try MemoryServer(identity, .init(newest: .tls1_2, demandsClientCertificate: true))
        let client = try handshake()
        _ = converse(client, server)
        #expect(SecureChannel(after: client) == nil)
    }
}

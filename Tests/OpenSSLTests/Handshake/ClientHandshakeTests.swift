import COpenSSL
import InternetNames
import OpenSSL
import Testing
import TransportSecurity

@Suite struct ClientHandshakeTests {
    private let identity: TestIdentity
    private let root: TestIdentity

    init() throws {
        root = try TestIdentity(.authority("Root"))
        identity = try root.issue(.leaf("example.com"))
    }

    private func client(
        _ offer: Offer = Offer(generation: .current, minimumVersion: .tls1_0, includesRSAKeyTransport: true),
        host: Host = .name("example.com")
    ) throws -> ClientHandshake {
        try ClientHandshake(offer: offer, host: host, context: ClientContext())
    }

    private func handshake(_ state: ClientHandshake.State) throws -> Handshake {
        guard case .done(let handshake) = state else { throw TestAuthorityError(text: "\(state)") }
        return handshake
    }

    @Test(arguments: [TLSVersion.tls1_0, .tls1_1, .tls1_2, .tls1_3], [1, 7, .max])
    func agreesOnEachVersion(version: TLSVersion, piece: Int) throws {
        let server = try MemoryServer(identity, .init(newest: version, oldest: version))
        let found = try handshake(converse(client(), server, piece: piece))
        #expect(found.version == version)
        #expect(found.isComplete)
        #expect(found.certificates == [identity.der])
        #expect(found.group == .x25519)
        #expect(found.extendedMasterSecret)
        #expect(!found.requestsClientCertificate)
        #expect((found.signatureScheme != nil) == (version >= .tls1_2))
    }

    @Test(
        arguments: [
            ("ECDHE-ECDSA-AES128-GCM-SHA256", 0xC02B, 0x0403), ("ECDHE-ECDSA-AES256-SHA", 0xC00A, 0x0403),
            ("ECDHE-ECDSA-CHACHA20-POLY1305", 0xCCA9, 0x0403),
        ] as [(String, UInt16, UInt16)])
    func namesSuiteAndScheme(suite: String, code: UInt16, scheme: UInt16) throws {
        let server = try MemoryServer(identity, .init(newest: .tls1_2, suites: suite))
        let found = try handshake(converse(client(), server))
        #expect(found.cipherSuite.rawValue == code)
        #expect(found.signatureScheme?.rawValue == scheme)
    }

    @Test func hasNoGroupWithKeyTransport() throws {
        let identity = try root.issue(.leaf("example.com"), key: TestKey(rsaBits: 1024))
        let server = try MemoryServer(identity, .init(newest: .tls1_2, suites: "AES128-SHA"))
        let found = try handshake(converse(client(), server))
        #expect(found.cipherSuite.rawValue == 0x002F)
        #expect(found.cipherSuite.usesRSAKeyTransport)
        #expect(found.group == nil)
        #expect(found.signatureScheme == nil)
    }

    @Test(arguments: [TLSVersion.tls1_2, .tls1_3])
    func namesTheGroupOfAHelloRetryRequest(version: TLSVersion) throws {
        let server = try MemoryServer(identity, .init(newest: version, groups: "P-384"))
        #expect(try handshake(converse(client(), server)).group == .p384)
    }

    @Test(arguments: [TLSVersion.tls1_2, .tls1_3])
    func collectsProtocolStapleAndTimestamps(version: TLSVersion) throws {
        let staple: [UInt8] = [0x30, 0x03, 0x0A, 0x01, 0x03]
        let timestamps: [UInt8] = [0, 4, 0, 2, 9, 9]
        let server = try MemoryServer(
            identity,
            .init(newest: version, chain: [root], applicationProtocol: "h2", staple: staple, timestamps: timestamps))
        let found = try handshake(converse(client(), server))
        #expect(found.applicationProtocol == "h2")
        #expect(found.certificateStatus == staple)
        #expect(found.certificateTimestamps == timestamps)
        #expect(found.certificates == [identity.der, root.der])
    }

    @Test(
        arguments: [
            (Host.name("example.com"), "example.com"), (.name("example.com."), "example.com"),
            (.address(.v4(0x7F00_0001)), nil), (.address(.v6(high: 0, low: 1)), nil),
        ] as [(Host, String?)])
    func asksForTheName(host: Host, name: String?) throws {
        let server = try MemoryServer(identity)
        _ = try converse(client(host: host), server)
        #expect(server.serverName == name)
    }

    @Test(arguments: [TLSVersion.tls1_0, .tls1_2, .tls1_3])
    func succeedsIfTheServerRequestsAClientCertificate(version: TLSVersion) throws {
        let server = try MemoryServer(identity, .init(newest: version, demandsClientCertificate: true))
        let found = try handshake(converse(client(), server))
        #expect(found.requestsClientCertificate)
        #expect(found.isComplete == (version == .tls1_3))
        #expect(found.isKeyProven)
        #expect(found.certificates == [identity.der])
    }

    /// A copied chain proves nothing. Only the owner of the key can make the signature.
    @Test(arguments: [(TLSVersion.tls1_3, "ALL", 6), (.tls1_2, "ECDHE-RSA-AES128-GCM-SHA256", 4)])
    func succeedsOnlyAfterTheProofOfTheServersKey(version: TLSVersion, suites: String, needed: Int) throws {
        let identity = try root.issue(.leaf("example.com"), key: TestKey(rsaBits: 2048))
        for count in 1...needed {
            let server = try MemoryServer(
                identity, .init(newest: version, suites: suites, demandsClientCertificate: true))
            let client = try client()
            let records = Self.records(of: server.receive(client.start().bytes))
            _ = client.receive(Array(records.prefix(count).joined()))
            switch client.finish().state {
            case .done(let found):
                #expect(count == needed && found.isKeyProven && !found.isComplete)
            case .failed(let failure, _):
                #expect(count < needed && failure == .closed)
            case .wantsMore:
                Issue.record("not at its end")
            }
        }
    }

    /// With RSA key transport, only the server's Finished proves the key. The facts are reported without it.
    @Test func keyTransportProvesNothingBeforeTheEnd() throws {
        let identity = try root.issue(.leaf("example.com"), key: TestKey(rsaBits: 2048))
        let settings = MemoryServer.Settings(newest: .tls1_2, suites: "AES128-GCM-SHA256")
        #expect(try handshake(converse(client(), MemoryServer(identity, settings))).isKeyProven)
        var demanding = settings
        demanding.demandsClientCertificate = true
        let found = try handshake(converse(client(), MemoryServer(identity, demanding)))
        #expect(found.requestsClientCertificate && !found.isComplete && !found.isKeyProven)
    }

    /// The TLS records in the bytes. Each record has one message here.
    private static func records(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var rest = bytes[...]
        var records: [ArraySlice<UInt8>] = []
        while rest.count >= 5 {
            let count = 5 + Int(rest[rest.startIndex + 3]) << 8 + Int(rest[rest.startIndex + 4])
            records.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return records
    }

    @Test func namesTheAlertOfTheServer() throws {
        let server = try MemoryServer(identity, .init(oldest: .tls1_3))
        let offer = Offer(generation: .ios9)
        let protocolVersion: UInt8 = 70
        #expect(try converse(client(offer), server) == .failed(.alert(protocolVersion), partial: nil))
    }

    @Test func namesTheAlertWithoutAnyHello() throws {
        let client = try client()
        _ = client.start()
        let output = client.receive([21, 3, 1, 0, 2, 2, 40])
        #expect(output.state == .failed(.alert(40), partial: nil))
        #expect(output.bytes.isEmpty)
    }

    @Test(arguments: [
        Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), Array("SSH-2.0-OpenSSH".utf8), [0], [22, 2], [22, 84, 80],
        [0x80, 0x2E, 1, 3], Array("220 mail".utf8),
    ])
    func recognizesBytesThatAreNotTLS(bytes: [UInt8]) throws {
        let whole = try client()
        _ = whole.start()
        #expect(whole.receive(bytes).state == .failed(.notTLS, partial: nil))
        let piecewise = try client()
        _ = piecewise.start()
        for byte in bytes { _ = piecewise.receive([byte]) }
        #expect(piecewise.finish().state == .failed(.notTLS, partial: nil))
    }

    @Test(arguments: [[], [22], [22, 3, 3, 0, 200]] as [[UInt8]])
    func reportsTheEndOfTheConnection(bytes: [UInt8]) throws {
        let client = try client()
        _ = client.start()
        _ = client.receive(bytes)
        #expect(client.finish().state == .failed(.closed, partial: nil))
        #expect(client.receive([22]).state == .failed(.closed, partial: nil))
    }

    @Test func keepsTheFactsOfAnIncompleteHandshake() throws {
        let server = try MemoryServer(identity, .init(newest: .tls1_2))
        let client = try client()
        let flight = server.receive(client.start().bytes)
        _ = client.receive(Array(flight.dropLast(20)))
        guard case .failed(.closed, let partial?) = client.finish().state else {
            Issue.record("no partial handshake")
            return
        }
        #expect(partial.certificates == [identity.der])
        #expect(!partial.isComplete)
    }

    @Test func refusesMalformedMessages() throws {
        for (bytes, word) in [
            ([22, 3, 3, 0, 4, 2, 0, 0, 0], "length"), ([22, 3, 3, 0, 4, 14, 0, 0, 0], "unexpected"),
        ] as [([UInt8], String)] {
            let client = try client()
            _ = client.start()
            guard case .failed(.malformed(let text), nil) = client.receive(bytes).state else {
                Issue.record("taken: \(bytes)")
                continue
            }
            #expect(text.contains(word))
        }
    }

    @Test func refusesButKeepsAnUnreadableCertificate() throws {
        let server = try MemoryServer(identity, .init(newest: .tls1_2))
        let client = try client()
        var flight = server.receive(client.start().bytes)
        let der = identity.der
        let start = try #require(flight.indices.first { flight[$0...].starts(with: der) })
        flight[start + 4] ^= 0xFF
        guard case .failed(.malformed, let partial?) = client.receive(flight).state else {
            Issue.record("taken")
            return
        }
        #expect(partial.certificates.count == 1)
        #expect(partial.certificates.first?.prefix(4) == der.prefix(4))
    }

    @Test func limitsTheBytesOfAServer() throws {
        let client = try client()
        _ = client.start()
        // An endless sequence of warning alerts or empty messages is ended by OpenSSL or by the limit.
        let output = client.receive([22, 3, 3] + [UInt8](repeating: 0, count: ClientHandshake.maximumBytes))
        guard case .failed(.malformed(let text), nil) = output.state else {
            Issue.record("taken")
            return
        }
        #expect(text.contains("256 KiB"))
    }

    @Test func survivesEveryChangedByte() throws {
        let context = ClientContext()
        let offer = Offer(generation: .current)
        for version in [TLSVersion.tls1_2, .tls1_3] {
            let server = try MemoryServer(identity, .init(newest: version))
            let first = try ClientHandshake(offer: offer, host: .name("example.com"), context: context)
            let flight = server.receive(first.start().bytes)
            for index in stride(from: 0, to: flight.count, by: 3) {
                var changed = flight
                changed[index] ^= 0x41
                let client = try ClientHandshake(offer: offer, host: .name("example.com"), context: context)
                _ = client.start()
                _ = client.receive(changed)
                #expect(client.finish().state != .wantsMore)
            }
        }
    }

    @Test(arguments: ATSGeneration.allCases)
    func makesEveryOffer(generation: ATSGeneration) throws {
        let context = ClientContext()
        let selections: [Offer.Selection] = [.niap, .forwardSecret, .rsaKeyTransport, .platform, .everything]
        for selection in selections {
            for version in TLSVersion.allCases where version < .tls1_3 || generation >= .ios12 {
                let offer = Offer(generation: generation, minimumVersion: version, selection: selection)
                let client = try ClientHandshake(offer: offer, host: .name("example.com"), context: context)
                let output = client.start()
                #expect(output.state == .wantsMore)
                #expect(output.bytes.first == 22)
            }
        }
    }
}

import Testing

@testable import DNSMessages

/// Tests with the vectors of RFC 9460, appendix D, and with malformed records (§2.2).
@Suite struct ServiceBindingTests {
    private static func read(_ data: [UInt8]) -> ServiceBinding? {
        var reader = DNSReader(data)
        return try? ServiceBinding(&reader)
    }

    private static let foo: [UInt8] = [
        0x03, 0x66, 0x6f, 0x6f, 0x07, 0x65, 0x78, 0x61, 0x6d, 0x70, 0x6c, 0x65, 0x03, 0x63, 0x6f, 0x6d, 0x00,
    ]
    private static let fooOrg: [UInt8] = [
        0x03, 0x66, 0x6f, 0x6f, 0x07, 0x65, 0x78, 0x61, 0x6d, 0x70, 0x6c, 0x65, 0x03, 0x6f, 0x72, 0x67, 0x00,
    ]

    /// Figure 2.
    @Test func aliasMode() throws {
        let alias = try #require(Self.read([0x00, 0x00] + Self.foo))
        #expect(alias.isAlias && alias.target == DNSName("foo.example.com"))
        // Parameters are ignored in AliasMode (§2.4.2).
        #expect(Self.read([0x00, 0x00] + Self.foo + [0xFF]) == alias)
    }

    /// Figures 3 to 8: the root, a port, an unknown key, hints.
    @Test(
        arguments: [
            [0x00, 0x01, 0x00], [0x00, 0x10] + foo + [0x00, 0x03, 0x00, 0x02, 0x00, 0x35],
            [0x00, 0x01] + foo + [0x02, 0x9b, 0x00, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f],
            [0x00, 0x01] + foo + [0x02, 0x9b, 0x00, 0x09, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0xd2, 0x71, 0x6f, 0x6f],
            [0x00, 0x01] + foo + [
                0x00, 0x06, 0x00, 0x20, 0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x20, 0x01, 0x0d,
                0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x53, 0, 0x01,
            ],
            [0x00, 0x01] + DNSBytes.name("example.com") + [
                0x00, 0x06, 0x00, 0x10, 0x20, 0x01, 0x0d, 0xb8, 0x01, 0x22, 0x03, 0x44, 0, 0, 0, 0, 0xc0, 0, 0x02, 0x21,
            ],
        ] as [[UInt8]])
    func serviceMode(data: [UInt8]) throws {
        let service = try #require(Self.read(data))
        #expect(!service.isAlias && service.protocols.isEmpty && service.offersDefaultProtocol && !service.offersECH)
    }

    /// Figure 9: mandatory keys, protocols and hints.
    @Test func mandatoryKeys() throws {
        let service = try #require(
            Self.read(
                [0x00, 0x10] + Self.fooOrg + [
                    0x00, 0x00, 0x00, 0x04, 0x00, 0x01, 0x00, 0x04, 0x00, 0x01, 0x00, 0x09, 0x02, 0x68, 0x32, 0x05,
                    0x68,
                    0x33, 0x2d, 0x31, 0x39, 0x00, 0x04, 0x00, 0x04, 0xc0, 0x00, 0x02, 0x01,
                ]))
        #expect(service.priority == 16 && service.protocols == [Array("h2".utf8), Array("h3-19".utf8)])
    }

    /// A record with an unknown mandatory key is well-formed, and is ignored (§8).
    @Test func unknownMandatoryKeysMakeARecordIncompatible() throws {
        let known = try #require(
            Self.read(DNSBytes.service(1, "", DNSBytes.parameter(0, [0, 1]), DNSBytes.alpn("h3"))))
        #expect(known.isCompatible)
        let unknown = try #require(
            Self.read(
                DNSBytes.service(
                    1, "", DNSBytes.parameter(0, [0, 1, 2, 0x9B]), DNSBytes.alpn("h3"),
                    DNSBytes.parameter(0x29B, [1]))))
        #expect(!unknown.isCompatible)
        // A key that is unknown and not mandatory is passed over.
        let other = try #require(
            Self.read(DNSBytes.service(1, "", DNSBytes.alpn("h3"), DNSBytes.parameter(0x29B, [1]))))
        #expect(other.isCompatible && other.protocols == [Array("h3".utf8)])
    }

    /// Figure 10: protocols with a comma and a backslash in their names.
    @Test func escapedProtocols() throws {
        let service = try #require(
            Self.read(
                [0x00, 0x10] + Self.fooOrg + [
                    0x00, 0x01, 0x00, 0x0c, 0x08, 0x66, 0x5c, 0x6f, 0x6f, 0x2c, 0x62, 0x61, 0x72, 0x02, 0x68, 0x32,
                ]))
        #expect(service.protocols == [Array("f\\oo,bar".utf8), Array("h2".utf8)])
    }

    @Test func encryptedHelloKeys() throws {
        let ech = try #require(
            Self.read(
                DNSBytes.service(1, "", DNSBytes.alpn("h2"), DNSBytes.parameter(2, []), DNSBytes.parameter(5, [0]))))
        #expect(ech.offersECH && !ech.offersDefaultProtocol)
    }

    /// The failures of appendix D.3, as they are on the wire, and others of §2.2, §7 and §8.
    @Test(
        arguments: [
            // The same key twice, and keys out of order.
            DNSBytes.parameter(123, [1]) + DNSBytes.parameter(123, [2]),
            DNSBytes.parameter(4, [192, 0, 2, 1]) + DNSBytes.alpn("h2"),
            // Values that must not be empty.
            DNSBytes.parameter(0, []), DNSBytes.parameter(1, []), DNSBytes.parameter(3, []), DNSBytes.parameter(4, []),
            DNSBytes.parameter(5, []), DNSBytes.parameter(6, []),
            // no-default-alpn with a value, and without alpn.
            DNSBytes.alpn("h2") + DNSBytes.parameter(2, [1]), DNSBytes.parameter(2, []),
            // Mandatory keys that are absent, mandatory itself, and one twice.
            DNSBytes.parameter(0, [0, 123]), DNSBytes.parameter(0, [0, 0]),
            DNSBytes.parameter(0, [0, 4, 0, 4]) + DNSBytes.parameter(4, [192, 0, 2, 1]),
            // Values of wrong lengths.
            DNSBytes.parameter(1, [0]), DNSBytes.parameter(1, [3, 0x68]), DNSBytes.parameter(3, [1, 2, 3]),
            DNSBytes.parameter(4, [1, 2, 3]), DNSBytes.parameter(6, [1, 2, 3, 4]), [0, 1, 0, 9, 1], [0, 1], [0],
        ])
    func malformed(parameters: [UInt8]) {
        #expect(Self.read([0, 1, 0] + parameters) == nil)
    }

    @Test func theTargetIsNotCompressed() {
        #expect(Self.read([0, 1, 0xC0, 0]) == nil && Self.read([0]) == nil && Self.read([]) == nil)
    }
}

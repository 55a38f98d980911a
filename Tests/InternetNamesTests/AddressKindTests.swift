import InternetNames
import Testing

@Suite struct AddressKindTests {
    @Test(
        arguments: [
            ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("::", .unspecified),
            ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("::1", .loopback),
            ("169.254.0.0", .linkLocal), ("169.254.169.254", .linkLocal), ("fe80::1", .linkLocal),
            ("febf::1", .linkLocal),
            ("168.63.129.16", .cloudMetadata), ("100.100.100.200", .cloudMetadata), ("192.0.0.192", .cloudMetadata),
            ("fd00:ec2::254", .cloudMetadata), ("fd20:ce::254", .cloudMetadata),
            ("224.0.0.1", .multicast), ("239.255.255.255", .multicast), ("ff02::1", .multicast),
            ("240.0.0.1", .reserved), ("255.255.255.255", .reserved), ("192.0.0.1", .reserved),
            ("192.88.99.1", .reserved),
            ("100::1", .reserved), ("4000::1", .reserved), ("5f00::1", .reserved), ("::2:0:0:1", .reserved),
            ("198.18.0.1", .benchmarking), ("198.19.255.255", .benchmarking), ("2001:2::1", .benchmarking),
            ("192.0.2.1", .documentation), ("198.51.100.1", .documentation), ("203.0.113.1", .documentation),
            ("2001:db8::1", .documentation), ("3fff::1", .documentation),
            ("10.0.0.0", .private), ("10.255.255.255", .private), ("172.16.0.1", .private),
            ("172.31.255.255", .private),
            ("192.168.0.1", .private), ("fc00::1", .private), ("fdff::1", .private), ("fec0::1", .private),
            ("100.64.0.0", .shared), ("100.127.255.255", .shared),
            ("1.1.1.1", .public), ("9.255.255.255", .public), ("11.0.0.0", .public), ("100.63.255.255", .public),
            ("100.128.0.0", .public), ("126.255.255.255", .public), ("128.0.0.0", .public),
            ("169.253.255.255", .public),
            ("169.255.0.0", .public), ("172.15.255.255", .public), ("172.32.0.0", .public),
            ("192.167.255.255", .public),
            ("192.169.0.0", .public), ("198.17.255.255", .public), ("198.20.0.0", .public),
            ("223.255.255.255", .public),
            ("2606:4700::1111", .public), ("2001:4860:4860::8888", .public),
        ] as [(String, AddressKind)])
    func findsTheKindOfAnAddress(text: String, expected: AddressKind) throws {
        #expect(try #require(IPAddress(text)).kind == expected)
    }

    /// Each form of address that embeds an IPv4 address (RFC 4291, 6052, 8215, 3056, 4380 and 5214), with each kind.
    @Test(
        arguments: [
            ("8.8.8.8", .public), ("10.1.2.3", .private), ("100.64.1.1", .shared), ("127.0.0.1", .loopback),
            ("169.254.169.254", .linkLocal), ("0.0.0.0", .unspecified), ("224.0.0.1", .multicast),
            ("203.0.113.9", .documentation), ("168.63.129.16", .cloudMetadata),
        ] as [(String, AddressKind)])
    func considersEmbeddedAddresses(text: String, expected: AddressKind) throws {
        guard case .v4(let value) = try #require(IPAddress(text)) else {
            Issue.record("\(text) is not IPv4")
            return
        }
        let (inside, last) = (UInt64(value), UInt64(value))
        let harmless: UInt64 = 0x0808_0808
        var forms: [IPAddress] = [
            .v6(high: 0, low: 0xFFFF_0000_0000 | last), .v6(high: 0, low: 0xFFFF_0000_0000_0000 | last),
            .v6(high: 0x0064_FF9B_0000_0000, low: last), .v6(high: 0x0064_FF9B_0001_0000, low: last),
            .v6(high: 0x2002 << 48 | inside << 16, low: 1),
            // Teredo: the client with inverted bits, and the server.
            .v6(high: 0x2001_0000 << 32 | harmless, low: ~last & 0xFFFF_FFFF),
            .v6(high: 0x2001_0000 << 32 | inside, low: ~harmless & 0xFFFF_FFFF),
            .v6(high: 0x2606_4700_0000_0000, low: 0x5EFE << 32 | last),
        ]
        if value > 1 { forms.append(.v6(high: 0, low: last)) }
        for form in forms { #expect(form.kind == expected, "\(form)") }
    }

    @Test func theKindWithTheShortestReachDecides() throws {
        #expect(try #require(IPAddress("fe80::5efe:8.8.8.8")).kind == .linkLocal)
        #expect(try #require(IPAddress("fd00::5efe:8.8.8.8")).kind == .private)
    }
}

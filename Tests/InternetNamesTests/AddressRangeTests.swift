import InternetNames
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.77.0.2/32", "10.77.0.0/24", true), ("10.64.0.0/10", "10.77.0.0/24", true), ("::/0", "2001:db8::/64", true),
        ("10.77.1.2/32", "10.77.0.0/24", false), ("0.0.0.0/0", "::/0", false), ("10.0.0.0/9", "10.128.0.0/9", false),
    ])
    func rangesOverlap(first: String, second: String, overlap: Bool) throws {
        let (first, second) = (try #require(AddressRange(first)), try #require(AddressRange(second)))
        #expect(first.overlaps(second) == overlap && second.overlaps(first) == overlap)
    }

    @Test(arguments: [
        ("198.51.100.0/24", "198.51.100.0/24"), ("198.51.100.77/24", "198.51.100.0/24"), ("10/8", "10.0.0.0/8"),
        ("192.168/16", "192.168.0.0/16"), ("0.0.0.0/0", "0.0.0.0/0"), ("1.2.3.4/32", "1.2.3.4/32"),
        ("192.168.100.128/25", "192.168.100.128/25"), ("255.255.255.255/1", "128.0.0.0/1"),
        ("2001:DB8::/32", "2001:db8::/32"), ("2001:db8:ffff::1/33", "2001:db8:8000::/33"), ("::/0", "::/0"),
        ("::1/128", "::1/128"), ("2001:db8::ffff/64", "2001:db8::/64"),
        ("2001:db8::ffff:1/112", "2001:db8::ffff:0/112"), ("2001:db8/32", "2001:db8::/32"), ("fe80/10", "fe80::/10"),
        ("FC00/7", "fc00::/7"), ("1:2:3:4:5:6:7/112", "1:2:3:4:5:6:7:0/112"),
        ("1:2:3:4:5:6:7:8/128", "1:2:3:4:5:6:7:8/128"), ("a/16", "a::/16"), ("::ffff:a00:0/104", "::ffff:a00:0/104"),
        ("::ffff:0:0/96", "::ffff:0:0/96"),
    ])
    func readsAndMasks(text: String, canonical: String) {
        #expect(AddressRange(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/010",
        "10.0.0.0/0x8", "10.0.0.0/8/8", "10.0.0.0/ 8", "10.0.0.0/99999999999999999999", "/8", "10./8", ".10/8",
        "1.2.3.4.5/8", "256/8", "010.0.0.0/8", "::/129", "fe80::1%en0/64", "example.com/8", "[::]/0", "10.0.0.0/٨",
        "::ffff:10.0.0.0/104", "2001:db8:/32", "2001:db8:0:0:0:0:0:/32", ":/8", ":1/8", "2001/16", "fe80.0/10", "g/8",
        "10.0.0.a/8", "1:2:3:4:5:6:7:8:9/8", "12345/16",
    ])
    func refusesInvalidRanges(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(arguments: [
        ("10/8", "10.255.255.255", true), ("10/8", "11.0.0.0", false), ("0.0.0.0/0", "255.1.2.3", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "10.0.0.1", false), ("::/0", "::ffff:10.0.0.1", true),
        ("10/8", "::ffff:10.0.0.1", false), ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false),
        ("1.2.3.4/32", "1.2.3.4", true), ("1.2.3.4/32", "1.2.3.5", false), ("::1/128", "::2", false),
        ("2001:db8::/65", "2001:db8::7fff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
    ])
    func containsAddressesOfItsFamily(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(#require(IPAddress(address))) == isInside)
    }

    /// Spellings of an IPv4-mapped network (`cidr_string_to_subnet_and_mask`) with two results: whether the range contains
    /// `::ffff:10.1.2.3`, nil if the text is not a range; and whether `inet_pton` reads the network without its length.
    ///
    /// A network with a dot behind a colon or a letter is not a range, although `inet_pton` reads it. No range of IPv6
    /// contains 10.1.2.3.
    @Test(
        arguments: [
            ("::ffff:10.0.0.0/104", nil, true), ("::FFFF:10.0.0.0/104", nil, true), ("::ffff:10.1.2.3/128", nil, true),
            ("0:0:0:0:0:ffff:10.0.0.0/104", nil, true), ("::10.0.0.0/104", nil, true), ("::ffff:10/104", false, true),
            ("::ffff:10.0.0/104", nil, false), ("::ffff:010.0.0.0/104", nil, false),
            ("::ffff:a00:0/104", true, true), ("::ffff:0a00:0/104", true, true), ("::FFFF:0A00:0000/104", true, true),
            ("0:0:0:0:0:ffff:a00:0/104", true, true), ("0000:0::ffff:0a00:0/104", true, true),
            ("0:0:0:0:0:ffff:a00/104", true, false), ("::ffff:00a00:0/104", nil, false),
            ("::0ffff:a00:0/104", nil, false), (":ffff:a00:0/104", nil, false), ("::ffff:a00:/104", nil, false),
            ("::ffff::a00:0/104", nil, false), ("::ffff:a00:0:0/104", false, true),
            // Fewer than 96 bits reach beyond the mapped addresses, or leave them.
            ("::ffff:a00:0/97", true, true), ("::ffff:a00:0/96", true, true), ("::ffff:a00:0/95", true, true),
            ("::ffff:a00:0/80", true, true), ("::ffff:a00:0/0", true, true), ("::fffe:a00:0/95", true, true),
            ("::fffe:a00:0/96", false, true), ("::ffff:a01:203/128", true, true), ("::ffff:a01:204/128", false, true),
            // The published engine reads a leading zero as octal; it is refused here.
            ("::ffff:a00:0/129", nil, true), ("::ffff:a00:0/256", nil, true), ("::ffff:a00:0/360", nil, true),
            ("::ffff:a00:0/0104", nil, true), ("::ffff:a00:0/00", nil, true), ("::ffff:a00:0/068", nil, true),
            ("::ffff:a00:0/", nil, true), ("::ffff:a00:0/-1", nil, true), ("::ffff:a00:0/0x68", nil, true),
        ] as [(String, Bool?, Bool)])
    func readsMappedNetworksAsTheEngineDoes(text: String, containsMapped: Bool?, isAddress: Bool) throws {
        let (mapped, plain) = try (#require(IPAddress("::ffff:10.1.2.3")), #require(IPAddress("10.1.2.3")))
        let range = AddressRange(text)
        #expect(range?.contains(mapped) == containsMapped)
        #expect(range?.contains(plain) != true)
        let network = String(text.prefix { $0 != "/" })
        #expect((Self.bytes(of: network, AF_INET6) != nil) == isAddress)
        #expect((IPAddress(network) != nil) == isAddress)
    }

    /// For random spellings, a range is the network that `inet_pton` reads in the completed text
    /// (`cidr_string_to_subnet_and_mask`).
    @Test func isWhatInetPtonReads() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let text = Self.spelling(using: &random)
            let (range, expected) = (AddressRange(text), Self.expected(text))
            #expect(range == expected, "\(text)")
            // Its own text stands for it.
            #expect(range == nil || AddressRange(range?.description ?? "") == range, "\(text)")
        }
    }

    /// An IPv4 network of one to five parts, or an IPv6 network of one to eight groups, with or without `::` or a dotted end.
    private static func spelling(using random: inout some RandomNumberGenerator) -> String {
        func some(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
        var network: String
        if Int.random(in: 0..<4, using: &random) == 0 {
            let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in some("0", "10", "255", "256", "1", "01")
            }
            network = parts.joined(separator: some(".", ".", ".", ".."))
        } else {
            network = some("", "", "::", "::ffff:", ":")
            for _ in 0..<Int.random(in: 1...7, using: &random) {
                network += some("0", "ffff", "FFFF", "0a00", "A00", "10", "fe80", "0", "1", "00a00", "g")
                network += some(":", ":", ":", ":", ":", ":", "::")
            }
            network += some("1", "0a00", "10.0.0.0", "10.0", "", "::")
        }
        return "\(network)/\(Int.random(in: 0...140, using: &random))"
    }

    private static func expected(_ text: String) -> AddressRange? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = Int(parts[1]) else { return nil }
        let network = String(parts[0])
        let isV6 = network.contains { $0 == ":" || $0.isLetter }
        guard !network.contains(".") || !isV6, !network.isEmpty else { return nil }
        let missing =
            isV6 ? (network.contains("::") ? 0 : 7 - network.count { $0 == ":" }) : 3 - network.count { $0 == "." }
        let completion = isV6 ? (missing > 0 ? "::" : "") : String(repeating: ".0", count: max(0, missing))
        return bytes(of: network + completion, isV6 ? AF_INET6 : AF_INET)
            .flatMap { IPAddress(bytes: $0) }
            .flatMap { AddressRange(around: $0, prefixLength: length) }
    }

    /// The bytes that `inet_pton` reads.
    private static func bytes(of text: String, _ family: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}

import Testing
import TransportSecurity

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("198.51.100.0/24", "198.51.100.0/24"), ("198.51.100.77/24", "198.51.100.0/24"), ("10/8", "10.0.0.0/8"),
        ("192.168/16", "192.168.0.0/16"), ("0.0.0.0/0", "0.0.0.0/0"), ("1.2.3.4/32", "1.2.3.4/32"),
        ("192.168.100.128/25", "192.168.100.128/25"), ("255.255.255.255/1", "128.0.0.0/1"),
        ("2001:DB8::/32", "2001:db8::/32"), ("2001:db8:ffff::1/33", "2001:db8:8000::/33"), ("::/0", "::/0"),
        ("::1/128", "::1/128"), ("2001:db8::ffff/64", "2001:db8::/64"),
        ("2001:db8::ffff:1/112", "2001:db8::ffff:0/112"),
    ])
    func readsAndMasks(text: String, canonical: String) {
        #expect(AddressRange(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/010",
        "10.0.0.0/0x8", "10.0.0.0/8/8", "10.0.0.0/ 8", "10.0.0.0/99999999999999999999", "/8", "10./8", ".10/8",
        "1.2.3.4.5/8", "256/8", "010.0.0.0/8", "::/129", "fe80::1%en0/64", "example.com/8", "[::]/0", "10.0.0.0/٨",
    ])
    func refusesWhatIsNoRange(text: String) {
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
}

import InternetNames
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"), ("::1", "::1"), ("::", "::"),
        ("2001:DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a"), ("fe80::1", "fe80::1"),
        ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"), ("1::", "1::"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("::ffff:c000:201", "::ffff:192.0.2.1"),
        ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ])
    func readsAndWritesCanonically(text: String, canonical: String) {
        #expect(IPAddress(text)?.description == canonical)
        #expect(IPAddress(text).flatMap { IPAddress(bytes: $0.bytes) } == IPAddress(text))
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.+4", "1.2.3.", ":", ":::", "1::2::3", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::12345", "::g", "[::1]", "fe80::1%en0", "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3.4:5", "1:", ":1", "١.2.3.4",
    ])
    func refusesInvalidAddresses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func findsTheAddressInsideAMappedOne() {
        #expect(IPAddress("::ffff:10.0.0.1")?.unmapped == IPAddress("10.0.0.1"))
        #expect(IPAddress("::1")?.unmapped == IPAddress("::1"))
    }
}

import InternetNames
import Testing
import TransportSecurity

@Suite struct LocalDestinationTests {
    @Test(arguments: [
        ("localhost", true), ("nas", true), ("myhost.local", true), ("a.b.local", true), ("myhost.local.", true),
        ("local", true), ("127.0.0.1", true), ("127.255.255.254", true), ("::1", true), ("fe80::1", true),
        ("169.254.1.1", true), ("10.1.2.3", true), ("172.31.255.255", true), ("192.168.1.5", true), ("fd00::1", true),
        ("localhost.", false), ("foo.localhost", false), ("router.home.arpa", false), ("printer.lan", false),
        ("example.com", false), ("notlocal.example", false), ("mylocal", true), ("203.0.113.1", false),
        ("198.51.100.0", false), ("172.32.0.1", false), ("100.64.0.1", false), ("0.0.0.0", false),
        ("255.255.255.255", false), ("255.255.255.0", false), ("224.0.0.1", false), ("fe00::1", false),
        ("2001:db8::8a2e:370:7334", false), ("ff02::1", false), ("::ffff:127.0.0.1", false), ("::", false),
    ])
    func isDecidedByTheNameOrTheRange(text: String, isLocal: Bool) throws {
        #expect(try #require(Host(text)).isLocal == isLocal)
    }
}

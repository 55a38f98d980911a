import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct DestinationPatternTests {
    @Test(
        arguments: [
            ("10.0.0.0/8", "10.0.0.0/8", []), ("10.0.0.0/8:80", "10.0.0.0/8", [80...80]),
            ("10.0.0.0/8:80,8000-8999", "10.0.0.0/8", [80...80, 8000...8999]), ("10.1.2.3", "10.1.2.3/32", []),
            ("10.1.2.3:443", "10.1.2.3/32", [443...443]), ("fd00::/8", "fd00::/8", []),
            ("fd00::/8:443", "fd00::/8", [443...443]),
            ("[fd00::/8]:443", "fd00::/8", [443...443]), ("[fd00::]/8:443", "fd00::/8", [443...443]),
            ("::1", "::1/128", []),
            ("[::1]", "::1/128", []), ("[::1]:1-65535", "::1/128", [1...65535]), ("0.0.0.0/0", "0.0.0.0/0", []),
        ] as [(String, String, [ClosedRange<UInt16>])])
    func reads(text: String, range: String, ports: [ClosedRange<UInt16>]) throws {
        let pattern = try #require(DestinationPattern(text))
        #expect(pattern.range.description == range && pattern.ports == ports)
    }

    @Test(arguments: [
        "", ":", "example.com", "10.0.0.0/33", "10.0.0.0/8:", "10.0.0.0/8:0", "10.0.0.0/8:80-", "10.0.0.0/8:90-80",
        "10.0.0.0/8:65536", "10.0.0.0/8:80,", "10.0.0.0/8:+80", "[::1", "[::1]80", "10.0.0.0/8:80:90", "::1/129",
        "10.0.0.0/",
    ])
    func refuses(text: String) {
        #expect(DestinationPattern(text) == nil)
    }
}

import InternetNames
import Testing

@testable import ForwardProxy

@Suite struct ClientAppNamesTests {
    private static func entry(_ range: String, _ name: String) throws -> ClientAppNames.Entry {
        ClientAppNames.Entry(range: try #require(AddressRange(range)), name: name)
    }

    @Test func theSmallestRangeCounts() throws {
        let names = ClientAppNames([
            try Self.entry("10.0.0.7/32", "Phone"), try Self.entry("10.0.0.0/8", "Lab"),
            try Self.entry("10.0.0.0/24", "Desk"), try Self.entry("fd00::/8", "Six"),
        ])
        #expect(names.name(of: try #require(IPAddress("10.0.0.7"))) == "Phone")
        #expect(names.name(of: try #require(IPAddress("10.0.0.8"))) == "Desk")
        #expect(names.name(of: try #require(IPAddress("10.9.0.8"))) == "Lab")
        #expect(names.name(of: try #require(IPAddress("fd00::1"))) == "Six")
        #expect(names.name(of: try #require(IPAddress("::ffff:10.9.0.8"))) == "Lab")
        #expect(names.name(of: try #require(IPAddress("192.0.2.1"))) == nil)
    }

    @Test func theLastOfEqualRangesCounts() throws {
        let names = ClientAppNames([try Self.entry("10.0.0.0/8", "A"), try Self.entry("10.0.0.0/8", "B")])
        #expect(names.name(of: try #require(IPAddress("10.0.0.7"))) == "B")
        #expect(ClientAppNames().name(of: .v4(1)) == nil)
    }
}

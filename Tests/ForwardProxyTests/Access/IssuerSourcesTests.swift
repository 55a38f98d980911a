import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@Suite struct IssuerSourcesTests {
    /// The proxy's own LAN address, and one that everybody can reach.
    private static let machine = ["127.0.0.1", "192.168.1.5", "93.184.216.34", "2606:4700::5"].compactMap {
        IPAddress($0)
    }

    private static func permits(_ source: String, _ port: UInt16 = 80, for server: String) throws -> Bool {
        let sources = IssuerSources(for: try #require(IPAddress(server)), on: LocalMachine(addresses: machine))
        return sources.permit(try #require(IPAddress(source)), port: port)
    }

    @Test(arguments: [
        "127.0.0.1", "127.8.8.8", "::1", "0.0.0.0", "::", "10.0.0.1", "172.16.0.1", "192.168.1.5", "192.168.1.6",
        "169.254.169.254", "169.254.1.1", "100.64.0.1", "100.100.100.200", "168.63.129.16", "fe80::1", "fc00::1",
        "fd00:ec2::254", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::ffff:127.0.0.1",
        "64:ff9b::10.0.0.1", "2002:7f00:1::", "2001:0:808:808::80ff:fffe", "93.184.216.34", "::ffff:93.184.216.34",
        "64:ff9b::93.184.216.34", "2606:4700::5",
    ])
    func aPublicServerReachesNoneOfThese(source: String) throws {
        for server in ["8.8.8.8", "2606:4700::1"] { #expect(try !Self.permits(source, for: server)) }
    }

    @Test func kindsStayAmongThemselves() throws {
        let kinds = [
            ["8.8.8.8", "1.1.1.1", "2606:4700::1", "64:ff9b::8.8.8.8"], ["10.0.0.1", "172.16.0.1", "fd00::1"],
            ["127.0.0.2", "::1", "::ffff:127.0.0.1"], ["169.254.1.1", "fe80::1"], ["100.64.0.1", "100.64.0.2"],
            ["192.0.2.1", "198.51.100.1", "2001:db8::1"], ["198.18.0.1", "198.18.0.2"],
        ]
        for (index, servers) in kinds.enumerated() {
            for (other, sources) in kinds.enumerated() {
                for server in servers {
                    for source in sources {
                        #expect(try Self.permits(source, for: server) == (index == other), "\(source) for \(server)")
                    }
                }
            }
        }
    }

    @Test func anAddressOfThisMachineTakesAServerAtOne() throws {
        #expect(try Self.permits("93.184.216.34", for: "93.184.216.34"))
        #expect(try Self.permits("192.168.1.5", for: "192.168.1.5"))
        #expect(try !Self.permits("192.168.1.5", for: "192.168.1.6"))
        #expect(try Self.permits("192.168.1.6", for: "192.168.1.5"))
    }

    @Test func noServerReachesWhatIsNoHost() throws {
        for source in ["224.0.0.1", "0.0.0.0", "168.63.129.16"] { #expect(try !Self.permits(source, for: source)) }
    }

    @Test func portsAreThoseOfTheWeb() throws {
        for port in [80, 443, 1024, 8080, 65535] as [UInt16] {
            #expect(try Self.permits("1.1.1.1", port, for: "8.8.8.8"))
        }
        for port in [22, 25, 110, 445, 1023] as [UInt16] { #expect(try !Self.permits("1.1.1.1", port, for: "8.8.8.8")) }
    }
}

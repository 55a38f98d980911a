import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@Suite struct IssuerSourcesTests {
    /// The proxy's own LAN address, and one that everybody can reach.
    private static let machine = ["127.0.0.1", "192.168.1.5", "93.184.216.34", "2606:4700::5"].compactMap {
        IPAddress($0)
    }

    private static func permits(
        _ source: String, _ port: UInt16 = 80, for server: String, isLocalClient: Bool = true
    ) throws -> Bool {
        let sources = IssuerSources(
            for: try #require(IPAddress(server)), on: LocalMachine(addresses: machine), isLocalClient: isLocalClient)
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

    /// Whatever address the server has, an issuer is never asked for on the proxy's own machine for somebody else.
    @Test func noClientOfAnotherMachineTakesTheFetchToThisOne() throws {
        let own = Self.machine.map(\.description) + ["127.8.8.8", "::1", "::ffff:127.0.0.1", "64:ff9b::93.184.216.34"]
        for server in own + ["8.8.8.8", "192.168.1.6", "127.0.0.2"] {
            for source in own { #expect(try !Self.permits(source, for: server, isLocalClient: false)) }
        }
        #expect(try Self.permits("192.168.1.6", for: "192.168.1.5", isLocalClient: false))
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

    /// Nothing is known of a server behind an upstream proxy but that it is somewhere in the network.
    @Test func aServerBehindAnUpstreamProxyIsTakenForAPublicOne() throws {
        let sources = IssuerSources(forServerBehindUpstreamProxyOn: LocalMachine(addresses: Self.machine))
        for (source, isPermitted) in [
            ("8.8.8.8", true), ("2606:4700::1", true), ("10.0.0.1", false), ("127.0.0.1", false),
            ("93.184.216.34", false), ("169.254.169.254", false),
        ] {
            #expect(sources.permit(try #require(IPAddress(source)), port: 80) == isPermitted, "\(source)")
        }
    }

    @Test(
        arguments: [
            ("ca.example", 80, true), ("ca.example", 25, false), ("8.8.8.8", 80, true), ("10.0.0.1", 80, false),
            ("127.0.0.1", 80, false), ("::1", 80, false), ("169.254.169.254", 80, false), ("localhost", 80, false),
            ("a.localhost", 8080, false), ("ip6-loopback", 80, false),
        ] as [(String, UInt16, Bool)])
    func anUpstreamProxyIsAskedForNamesAndPublicAddresses(host: String, port: UInt16, isPermitted: Bool) throws {
        let place = Authority(host: try #require(Host(host)), port: port)
        #expect(IssuerSources.permitThroughUpstreamProxy(place, given: nil, isAllowed: { _, _ in true }) == isPermitted)
    }

    /// The rules for the client hold behind an upstream proxy too, as far as addresses are known.
    @Test func anUpstreamProxyIsNotAskedForWhatTheRulesDeny() throws {
        let rules = DestinationRules(denied: [try #require(DestinationPattern("8.8.8.0/24"))])
        let isAllowed = rules.reachability(of: .v4(0x7F00_0001), on: LocalMachine(addresses: Self.machine))
        func permits(_ host: String, given: [String]? = nil) throws -> Bool {
            let place = Authority(host: try #require(Host(host)), port: 80)
            return IssuerSources.permitThroughUpstreamProxy(
                place, given: given?.compactMap { IPAddress($0) }, isAllowed: isAllowed)
        }
        #expect(try permits("1.1.1.1") && !permits("8.8.8.8") && !permits("::ffff:8.8.8.8"))
        #expect(try permits("ca.example") && permits("ca.example", given: ["1.1.1.1"]))
        #expect(try !permits("ca.example", given: ["1.1.1.1", "8.8.8.8"]))
        #expect(try !permits("ca.example", given: ["10.0.0.1"]))
    }
}

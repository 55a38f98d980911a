import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct DestinationRulesTests {
    private static let phone = "192.168.1.20"

    static func permits(
        _ destination: String, _ port: UInt16, client: String = phone, rules: DestinationRules = DestinationRules(),
        machine: LocalMachine = LocalMachine()
    ) throws -> Bool {
        let destination = try #require(IPAddress(destination))
        let client = try #require(IPAddress(client))
        return rules.permit(destination, port: port, to: client, on: machine)
    }

    @Test(arguments: [
        "93.184.216.34", "192.168.1.30", "10.0.0.1", "172.16.0.1", "100.64.0.1", "128.0.0.1", "2606:4700::1", "fd00::1",
        "::ffff:93.184.216.34", "64:ff9b::93.184.216.34", "2002:5db8:d822::1", "2001:0:5db8:d822::a247:27dd",
        "126.255.255.255", "169.253.0.1",
        "223.255.255.255",
    ])
    func letsAPhoneReachWhatItCouldReachAnyway(destination: String) throws {
        #expect(try Self.permits(destination, 443))
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.0.1", "224.0.0.1",
        "239.255.255.250", "255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "febf::1", "ff02::1",
        "fd00:ec2::254",
        "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
        "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1",
        "2002:7f00:1::", "2002:a9fe:a9fe::1", "fe80::5efe:7f00:1",
        // Teredo with a server that is harmless, and with a client that is.
        "2001:0:5db8:d822::80ff:fffe", "2001:0:7f00:1::a247:27dd",
        "2001:db8::200:5efe:7f00:1",
    ])
    func keepsAPhoneFromTheRest(destination: String) throws {
        #expect(try !Self.permits(destination, 443))
        #expect(try Self.permits(destination, 443, client: "127.0.0.1"))
        #expect(try Self.permits(destination, 22, client: "::1"))
        #expect(try Self.permits(destination, 22, client: "::ffff:127.0.0.1"))
    }

    @Test(
        arguments: [
            (80, true), (443, true), (1024, true), (65535, true), (22, false), (25, false), (1023, false), (0, false),
            (79, false), (444, false),
        ] as [(UInt16, Bool)])
    func knowsThePorts(port: UInt16, isPermitted: Bool) throws {
        #expect(try Self.permits("93.184.216.34", port) == isPermitted)
    }

    /// A machine whose proxy listens on one of its addresses, on loopback, and on all of them.
    private static let machine = LocalMachine(
        addresses: ["192.168.1.5", "::ffff:10.0.0.5", "fd00::5"].compactMap { IPAddress($0) },
        listeners: [("192.168.1.5", 8080), ("127.0.0.1", 8081), ("0.0.0.0", 8082), ("::", 8083)].compactMap {
            address, port in IPAddress(address).map { Authority(host: .address($0), port: port) }
        })

    @Test(
        arguments: ["192.168.1.5", "::ffff:192.168.1.5", "64:ff9b::192.168.1.5", "10.0.0.5", "fd00::5"],
        [80, 443, 3306, 8080, 65535] as [UInt16])
    func keepsClientsFromThisMachineOnEveryPort(address: String, port: UInt16) throws {
        #expect(try !Self.permits(address, port, machine: Self.machine))
        #expect(try !Self.permits(address, port, client: "192.168.1.6", machine: Self.machine))
        #expect(try Self.permits("192.168.1.6", port, machine: Self.machine))
    }

    @Test(arguments: [
        "127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.5", "::ffff:192.168.1.5", "10.0.0.5", "fd00::5",
    ])
    func whoeverIsOnThisMachineReachesIt(client: String) throws {
        for address in ["127.0.0.1", "192.168.1.5", "10.0.0.5", "fd00::5", "169.254.169.254"] {
            #expect(try Self.permits(address, 22, client: client, machine: Self.machine))
        }
    }

    @Test(
        arguments: [
            ("192.168.1.5", 8080), ("::ffff:192.168.1.5", 8080), ("64:ff9b::192.168.1.5", 8080), ("0.0.0.0", 8080),
            ("::", 8080), ("::ffff:0.0.0.0", 8080), ("2002:c0a8:105::1", 8080),
            ("127.0.0.1", 8081), ("::ffff:127.0.0.1", 8081), ("0.0.0.0", 8081), ("0.1.2.3", 8081),
            ("127.0.0.1", 8082), ("127.9.9.9", 8082), ("192.168.1.5", 8082), ("10.0.0.5", 8082), ("0.0.0.0", 8082),
            ("::1", 8083), ("fd00::5", 8083), ("::", 8083),
        ] as [(String, UInt16)])
    func nobodyReachesTheProxyItself(address: String, port: UInt16) throws {
        let everything = DestinationRules(
            allowed: ["0.0.0.0/0", "::/0"].compactMap { DestinationPattern($0) })
        for client in [Self.phone, "127.0.0.1", "::1", "192.168.1.5"] {
            for rules in [DestinationRules(), everything] {
                #expect(try !Self.permits(address, port, client: client, rules: rules, machine: Self.machine))
            }
        }
    }

    @Test(
        arguments: [
            ("192.168.1.5", 8081), ("10.0.0.5", 8080), ("127.0.0.1", 8080), ("127.0.0.2", 8081), ("fd00::5", 8082),
            ("192.168.1.5", 8083), ("192.168.1.6", 8080), ("192.168.1.6", 8082),
        ] as [(String, UInt16)])
    func otherServersOnItsPortsAreNotTheProxy(address: String, port: UInt16) throws {
        #expect(try Self.permits(address, port, client: "127.0.0.1", machine: Self.machine))
    }

    @Test func anOptionMayOpenThisMachineToOthers() throws {
        let rules = DestinationRules(allowed: [try #require(DestinationPattern("192.168.1.5:3306"))])
        #expect(try Self.permits("192.168.1.5", 3306, rules: rules, machine: Self.machine))
        #expect(try !Self.permits("192.168.1.5", 3307, rules: rules, machine: Self.machine))
    }

    @Test func letsOptionsDecide() throws {
        let rules = DestinationRules(
            allowed: [
                try #require(DestinationPattern("127.0.0.1:22")), try #require(DestinationPattern("10.0.0.0/8")),
            ],
            denied: [try #require(DestinationPattern("10.1.0.0/16")), try #require(DestinationPattern("192.0.2.1:80"))])
        #expect(try Self.permits("127.0.0.1", 22, rules: rules))
        #expect(try Self.permits("::ffff:127.0.0.1", 22, rules: rules))
        #expect(try !Self.permits("127.0.0.1", 8080, rules: rules))
        #expect(try Self.permits("10.0.0.1", 25, rules: rules))
        #expect(try !Self.permits("10.1.0.1", 443, rules: rules))
        #expect(try !Self.permits("10.1.0.1", 443, client: "127.0.0.1", rules: rules))
        #expect(try !Self.permits("64:ff9b::10.1.0.1", 443, rules: rules))
        #expect(try !Self.permits("192.0.2.1", 80, rules: rules))
        #expect(try Self.permits("192.0.2.1", 443, rules: rules))
    }

    // MARK: Behind an upstream proxy

    private static func permitsThroughUpstreamProxy(
        _ host: String, _ port: UInt16 = 443, given: [IPAddress]? = nil, client: String = phone,
        rules: DestinationRules = DestinationRules()
    ) throws -> Bool {
        let machine = LocalMachine(listeners: [Authority(host: .address(.v4(0x7F00_0001)), port: 8081)])
        return rules.permitThroughUpstreamProxy(
            Authority(host: try #require(Host(host)), port: port), given: given,
            to: try #require(IPAddress(client)), on: machine)
    }

    /// The upstream proxy looks names up, so that only those are judged whose addresses are known all the same.
    @Test func namesBehindAnUpstreamProxyAreJudgedAsFarAsTheyAreKnown() throws {
        #expect(
            try Self.permitsThroughUpstreamProxy("example.com") && Self.permitsThroughUpstreamProxy("93.184.216.34"))
        for host in [
            "localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "::1", "169.254.169.254", "0x7f.1", "ip6-localhost",
            "IP6-Loopback.", "localhost.localdomain", "localhost6",
        ] {
            #expect(try !Self.permitsThroughUpstreamProxy(host), "\(host)")
            #expect(try Self.permitsThroughUpstreamProxy(host, client: "127.0.0.1"), "\(host)")
        }
        #expect(
            try Self.permitsThroughUpstreamProxy("localhost.example.com")
                && Self.permitsThroughUpstreamProxy("notlocalhost"))
        #expect(try !Self.permitsThroughUpstreamProxy("localhost", 8081, client: "127.0.0.1"))
    }

    @Test func portsBehindAnUpstreamProxyAreJudged() throws {
        for (port, isPermitted) in [(22, false), (80, true), (443, true), (1023, false), (1024, true)]
            as [(UInt16, Bool)]
        {
            #expect(try Self.permitsThroughUpstreamProxy("example.com", port) == isPermitted)
            #expect(try Self.permitsThroughUpstreamProxy("example.com", port, client: "::1"))
        }
    }

    /// The upstream proxy may choose any of the addresses.
    @Test func givenAddressesForbidANameBehindAnUpstreamProxy() throws {
        let (open, loopback) = (IPAddress.v4(0x5DB8_D822), IPAddress.v4(0x7F00_0001))
        #expect(try Self.permitsThroughUpstreamProxy("example.com", given: [open]))
        #expect(try !Self.permitsThroughUpstreamProxy("example.com", given: [open, loopback]))
        let denied = DestinationRules(denied: [try #require(DestinationPattern("93.184.216.0/24"))])
        #expect(try !Self.permitsThroughUpstreamProxy("93.184.216.34", client: "127.0.0.1", rules: denied))
        #expect(try !Self.permitsThroughUpstreamProxy("example.com", given: [open], client: "127.0.0.1", rules: denied))
        #expect(try Self.permitsThroughUpstreamProxy("example.com", client: "127.0.0.1", rules: denied))
        let allowed = DestinationRules(allowed: [try #require(DestinationPattern("127.0.0.0/8:22"))])
        #expect(try Self.permitsThroughUpstreamProxy("127.0.0.1", 22, rules: allowed))
    }
}

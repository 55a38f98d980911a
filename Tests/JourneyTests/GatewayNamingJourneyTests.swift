import Foundation
import Testing

/// Clients that know no proxy and say something else of their server than where it is.
@Suite(.serialized, .enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct GatewayNamingJourneyTests {
    private static let machines = Result { try ThreeMachines() }
    private static let publicAddress = "93.184.216.34"
    private static let localNames = ["localhost", "a.local", "printer"]

    /// Local names and addresses are exempt from ATS, and no server of that name is at a public address.
    @Test(arguments: [[], ["--strict-tunnel"]])
    func aLocalNameAtAPublicAddressIsNone(options: [String]) throws {
        try Self.machines.get().behindGateway { machines in
            for name in Self.localNames {
                let proxy = try machines.proxy(adding: options)
                #expect(try Self.helloAnswer(to: name, machines) == "TLSV1_ALERT_ACCESS_DENIED", "\(name)")
                try Self.expectRefusal(by: proxy)
            }
            for host in Self.localNames + ["127.0.0.1", "10.1.2.3", "8.8.8.8", "[::1]"] {
                let proxy = try machines.proxy(adding: options)
                let answer = try machines.curl(
                    "http://\(Self.publicAddress)/", "--header", "Host: \(host)", over: Self.publicAddress)
                #expect(answer.status == 403 && !answer.output.contains("behind the gateway"), "\(host)")
                try Self.expectRefusal(by: proxy)
            }
        }
    }

    /// The name of a server that may be there counts, and local names count at local addresses.
    @Test func aNameThatMayBeTrueIsJudged() throws {
        try Self.machines.get().behindGateway { machines in
            let proxy = try machines.proxy()
            #expect(try machines.curl("https://good.test/", over: Self.publicAddress).status == 200)
            #expect(try proxy.decision(about: "good.test").decision == "allowed")
            #expect(try machines.curl("http://10.88.2.2/", "--header", "Host: a.local").status == 200)
            #expect(try proxy.decision(about: "a.local").decision != "failed")
        }
    }

    /// Whatever the hello says, the rules for destinations are asked before the proxy connects to anything.
    @Test(arguments: ["enforce", "observe"])
    func nothingIsConnectedToBeforeTheRules(mode: String) throws {
        try Self.machines.get().behindGateway { machines in
            let options = ["--mode", mode, "--deny-destination", "10.88.2.0/24"]
            for (address, port) in [("169.254.169.254", 443), ("10.88.2.2", 443), ("10.88.1.1", 8081)] {
                let proxy = try machines.proxy(adding: options)
                let before = try Self.connections(from: machines.gateway, machines)
                let answer = try machines.run(
                    "/usr/bin/python3", ["-c", Self.hello, address, "\(port)", "good.test"], on: machines.client)
                #expect(answer.output == "TLSV1_ALERT_ACCESS_DENIED\n", "\(address): \(answer.errors)")
                let error = try proxy.decision(about: "good.test").event["error"] as? [String: Any]
                #expect(error?["kind"] as? String == "destination_ip_prohibited", "\(address)")
                #expect(try Self.connections(from: machines.gateway, machines) == before, "\(address)")
            }
        }
    }

    private static func expectRefusal(by proxy: Proxy) throws {
        let event = try proxy.decision(about: publicAddress).event
        #expect(event["decision"] as? String == "failed" && event["address"] as? String == publicAddress)
        #expect((event["error"] as? [String: Any])?["kind"] as? String == "http_request_denied")
    }

    /// Sends a hello with a name to an address and a port, and prints why TLS failed, or "open".
    private static let hello = """
        import socket, ssl, sys
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        plain = socket.create_connection((sys.argv[1], int(sys.argv[2])), 20)
        try:
            context.wrap_socket(plain, server_hostname=sys.argv[3])
            print("open")
        except ssl.SSLError as error:
            print(error.reason)
        """

    private static func helloAnswer(to name: String, _ machines: ThreeMachines) throws -> String {
        try machines.run("/usr/bin/python3", ["-c", hello, publicAddress, "443", name], on: machines.client)
            .output.trimmingCharacters(in: .newlines)
    }

    /// The number of connections that a machine has opened (`ActiveOpens` of RFC 4022, proc_net(5)).
    private static func connections(from machine: TwoMachines.Machine, _ machines: ThreeMachines) throws -> Int {
        let rows = try machines.run("/bin/grep", ["^Tcp:", "/proc/net/snmp"], on: machine).output
            .split(separator: "\n").map { $0.split(separator: " ") }
        let column = try #require(rows.first?.firstIndex(of: "ActiveOpens"))
        return try #require(Int(rows[1][column]))
    }
}

import Foundation
import Testing

/// What clients elsewhere may reach through the proxy, and whether they may use it at all. A client at an address of
/// the proxy's own machine counts as on it, so the one elsewhere is on a machine of its own.
@Suite(.enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct DestinationJourneyTests {
    /// A proxy that listens on loopback and elsewhere, and its two ports.
    private struct Listening {
        let program: Program
        private let machines: TwoMachines
        let near: String
        let far: String

        init(_ options: String..., at address: String = "192.0.2.1", site: Site) throws {
            machines = try TwoMachines.shared.get()
            var arguments = ["serve", "--listen", "127.0.0.1:0", "--listen", "\(address):0", "--events", "/dev/null"]
            arguments += ["--examine", "needed", "--ca-file", site.root] + site.resolve + options
            program = try machines.proxy.program(Repository.program, arguments)
            let started = program
            guard holds({ started.errors.components(separatedBy: "listening on ").count == 3 || !started.isRunning }),
                let near = started.errors.firstMatch(of: #/listening on (127\.0\.0\.1:\d+)/#)?.1,
                let far = started.errors.matches(of: #/listening on ([0-9.]+:\d+)/#).map(\.1).first(where: {
                    $0 != near
                })
            else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
            self.near = String(near)
            self.far = String(far).replacingOccurrences(of: "0.0.0.0", with: "192.0.2.1")
        }

        /// What a client gets from the proxy: one on its machine at the near address, one elsewhere at the far one.
        func answer(to address: String, _ options: [String]) throws -> Answer {
            let machine = address == near ? machines.proxy : machines.client
            return try Answer(curl: ["--proxy", "http://\(address)"] + options, on: machine)
        }
    }

    @Test func aNameThatLeadsToThisMachineIsNoWayIn() throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "0.0.0.0/0", site: site)
        // One name that the system knows, one that an option names, and the address itself.
        for host in ["localhost", "plain.test", "127.0.0.1", "[::ffff:127.0.0.1]", "2130706433"] {
            let url = "http://\(host):\(try site.port("plain"))/"
            // From elsewhere first, while nobody knows where the name leads, and once more when that is remembered.
            for (port, status) in [(proxy.far, 403), (proxy.near, 200), (proxy.far, 403)] {
                let answer = try proxy.answer(to: port, [url])
                #expect(answer.status == status, "\(host)")
                #expect(answer.output.contains("destination_ip_prohibited") == (status == 403), "\(host)")
            }
        }
    }

    @Test(arguments: ["observe", "enforce"])
    func noTunnelLeadsThereEither(mode: String) throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening("--mode", mode, "--allow-client", "0.0.0.0/0", site: site)
        let options = ["--cacert", site.root, try site.url("good")]
        // What a client on this machine has had found out is not for others.
        #expect(try proxy.answer(to: proxy.near, options).connect == 200)
        let answer = try proxy.answer(to: proxy.far, options)
        #expect(answer.connect == 403 && answer.output.contains("destination_ip_prohibited"))
    }

    /// The origin listens on every address of the proxy's machine, and is not the proxy.
    @Test func noClientElsewhereReachesThisMachineOnAnyPort() throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "0.0.0.0/0", site: site)
        let port = try site.port("origin")
        for host in ["192.0.2.1", "10.77.0.1", "93.184.216.34", "10.99.0.1", "[::ffff:192.0.2.1]", "3221225985"] {
            for options in [["http://\(host):\(port)/"], ["--proxytunnel", "http://\(host):\(port)/"]] {
                let far = try proxy.answer(to: proxy.far, options)
                #expect([far.status, far.connect].contains(403), "\(host): \(far.output)")
                #expect(far.output.contains("destination_ip_prohibited"), "\(host)")
                #expect(try proxy.answer(to: proxy.near, options).status == 200, "\(host)")
            }
        }
    }

    @Test func anAddressThatComesLaterIsThisMachineToo() throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "0.0.0.0/0", site: site)
        let machine = try TwoMachines.shared.get().proxy
        #expect(try machine.program("/usr/sbin/ip", ["address", "add", "203.0.113.7/32", "dev", "lo"]).end() == 0)
        defer { _ = try? machine.program("/usr/sbin/ip", ["address", "del", "203.0.113.7/32", "dev", "lo"]).end() }
        let url = "http://203.0.113.7:\(try site.port("origin"))/"
        // A reload asks for the addresses at once, and time does after some seconds.
        proxy.program.signal(SIGHUP)
        #expect(holds { proxy.program.errors.contains("reloaded") })
        #expect(try holds(within: 20) { try proxy.answer(to: proxy.far, [url]).status == 403 })
    }

    @Test(arguments: ["192.0.2.1", "0.0.0.0"])
    func theProxyItselfIsNoDestination(address: String) throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening(
            "--mode", "observe", "--allow-client", "0.0.0.0/0", "--allow-destination", "0.0.0.0/0", at: address,
            site: site)
        let (near, far) = (proxy.near.split(separator: ":")[1], proxy.far.split(separator: ":")[1])
        var places = ["127.0.0.1:\(near)", "2130706433:\(near)", "[::ffff:127.0.0.1]:\(near)"]
        places += ["0.0.0.0:\(near)", "192.0.2.1:\(far)", "[::ffff:c000:201]:\(far)", "[64:ff9b::c000:201]:\(far)"]
        if address == "0.0.0.0" { places += ["127.0.0.1:\(far)", "127.1.2.3:\(far)", "10.77.0.1:\(far)"] }
        for place in places {
            for client in [proxy.near, proxy.far] {
                for options in [["--proxytunnel", "http://\(place)/healthz"], ["http://\(place)/healthz"]] {
                    let answer = try proxy.answer(to: client, options)
                    #expect([answer.status, answer.connect].contains(403), "\(place): \(answer.output)")
                    #expect(answer.output.contains("destination_ip_prohibited"), "\(place): \(answer.output)")
                }
            }
        }
    }

    /// Somebody on the proxy's machine who uses another address of it than loopback is no stranger.
    @Test func aClientAtAnAddressOfThisMachineIsOnIt() throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "0.0.0.0/0", site: site)
        let url = "http://127.0.0.1:\(try site.port("plain"))/"
        let machine = try TwoMachines.shared.get().proxy
        #expect(try Answer(curl: ["--proxy", "http://\(proxy.far)", url], on: machine).status == 200)
    }

    @Test func whoWasNotNamedIsTurnedAway() throws {
        let site = try TwoMachines.site.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "255.255.255.255/32", site: site)
        let url = try site.url("plain", scheme: "http")
        #expect(try proxy.answer(to: proxy.near, [url]).status == 200)
        let answer = try proxy.answer(to: proxy.far, [url])
        #expect(answer.status == 403 && answer.output.contains("--allow-client"), "\(answer.output)")
    }
}

import Foundation
import Testing

/// What clients elsewhere may reach through the proxy, and whether they may use it at all. Their part is played by an
/// address of this machine that is not loopback.
@Suite(.enabled(if: IssuerFetchJourneyTests.address != nil)) struct DestinationJourneyTests {
    /// A proxy that listens on loopback and elsewhere, and its two ports.
    private struct Listening {
        let program: Program
        let address: String
        let near: String
        let far: String

        init(_ options: String..., site: Site) throws {
            address = try #require(IssuerFetchJourneyTests.address)
            var arguments = ["serve", "--listen", "127.0.0.1:0", "--listen", "\(address):0", "--events", "/dev/null"]
            arguments += ["--examine", "needed", "--ca-file", site.root] + site.resolve + options
            program = try Program(Repository.program, arguments)
            let started = program
            guard holds({ started.errors.components(separatedBy: "listening on ").count == 3 || !started.isRunning }),
                let near = started.errors.firstMatch(of: #/listening on (127\.0\.0\.1:\d+)/#)?.1,
                let far = started.errors.matches(of: #/listening on ([0-9.]+:\d+)/#).map(\.1).first(where: {
                    $0 != near
                })
            else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
            self.near = String(near)
            self.far = String(far)
        }
    }

    @Test func aNameThatLeadsToThisMachineIsNoWayIn() throws {
        let site = try Site.shared.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "0.0.0.0/0", site: site)
        // One name that the system knows, one that an option names, and the address itself.
        for host in ["localhost", "plain.test", "127.0.0.1", "[::ffff:127.0.0.1]", "2130706433"] {
            let url = "http://\(host):\(try site.port("plain"))/"
            // From elsewhere first, while nobody knows where the name leads, and once more when that is remembered.
            for (port, status) in [(proxy.far, 403), (proxy.near, 200), (proxy.far, 403)] {
                let answer = try Answer(curl: ["--proxy", "http://\(port)", url])
                #expect(answer.status == status, "\(host)")
                #expect(answer.output.contains("destination_ip_prohibited") == (status == 403), "\(host)")
            }
        }
    }

    @Test(arguments: ["observe", "enforce"])
    func noTunnelLeadsThereEither(mode: String) throws {
        let site = try Site.shared.get()
        let proxy = try Listening("--mode", mode, "--allow-client", "0.0.0.0/0", site: site)
        let options = ["--cacert", site.root, try site.url("good")]
        // What a client on this machine has had found out is not for others.
        #expect(try Answer(curl: ["--proxy", "http://\(proxy.near)"] + options).connect == 200)
        let answer = try Answer(curl: ["--proxy", "http://\(proxy.far)"] + options)
        #expect(answer.connect == 403 && answer.output.contains("destination_ip_prohibited"))
    }

    @Test func thePortsOfTheProxyItselfAreNoDestination() throws {
        let site = try Site.shared.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "0.0.0.0/0", site: site)
        let answer = try Answer(curl: [
            "--proxy", "http://\(proxy.far)", "--proxytunnel", "http://\(proxy.far)/healthz",
        ])
        #expect(answer.connect == 403 && answer.output.contains("destination_ip_prohibited"))
    }

    @Test func whoWasNotNamedIsTurnedAway() throws {
        let site = try Site.shared.get()
        let proxy = try Listening("--mode", "observe", "--allow-client", "255.255.255.255/32", site: site)
        let url = try site.url("plain", scheme: "http")
        #expect(try Answer(curl: ["--proxy", "http://\(proxy.near)", url]).status == 200)
        let answer = try Answer(curl: ["--proxy", "http://\(proxy.far)", url])
        #expect(answer.status == 403 && answer.output.contains("--allow-client"), "\(answer.output)")
    }
}

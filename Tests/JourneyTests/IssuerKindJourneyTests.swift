import Foundation
import Testing

/// Issuers are fetched from addresses of the kind that the judged server has. The certificate here names a file on
/// loopback, which is served there; the server is reached at several addresses of one machine.
@Suite(.enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct IssuerKindJourneyTests {
    private static let servers = [("127.0.0.1", true), ("93.184.216.34", false), ("10.99.0.1", false)]

    @Test(arguments: servers)
    func checkFetchesFromTheSameKindAlone(address: String, isFetched: Bool) throws {
        let (machine, site) = (try TwoMachines.shared.get().proxy, try TwoMachines.judged.get())
        for name in ["no-issuer-aia", "no-issuer-p7c", "no-issuer-second"] {
            let check = try machine.program(
                Repository.program,
                ["check", "--os", "ios18", "--resolve", "\(name).test:*:\(address)"] + site.trust
                    + [try site.url(name)])
            #expect(check.end() == (isFetched ? 0 : 1), "\(name) at \(address): \(check.output)\(check.errors)")
            #expect(check.output.contains("certificate.trust") != isFetched, "\(check.output)")
        }
    }

    /// The client is on the proxy's machine, and may reach what it likes; what certificates say may not.
    @Test(arguments: servers)
    func serveDoesSoForAClientOnItsOwnMachine(address: String, isFetched: Bool) throws {
        let (machine, site) = (try TwoMachines.shared.get().proxy, try TwoMachines.judged.get())
        let proxy = try machine.program(
            Repository.program,
            [
                "serve", "--listen", "127.0.0.1:0", "--events", "/dev/null", "--examine", "needed", "--resolve",
                "no-issuer-aia.test:*:\(address)",
            ] + site.trust)
        guard holds({ proxy.errors.contains("listening on ") || !proxy.isRunning }),
            let port = proxy.errors.firstMatch(of: #/listening on [0-9.]+:(\d+)/#)?.1
        else { throw JourneyError(text: "the proxy did not start: \(proxy.errors)") }
        let answer = try Answer(
            curl: ["--insecure", "--proxy", "http://127.0.0.1:\(port)", try site.url("no-issuer-aia")], on: machine)
        #expect(answer.connect == (isFetched ? 200 : 403), "\(answer.output)")
        proxy.stop()
    }

    /// The server is where the issuer is, and the client of another machine may reach both. What was fetched for a client on
    /// this machine is for that one alone.
    @Test func serveFetchesNothingHereForAClientOfAnotherMachine() throws {
        let (machines, site) = (try TwoMachines.shared.get(), try TwoMachines.judged.get())
        let proxy = try machines.proxy.program(
            Repository.program,
            [
                "serve", "--listen", "192.0.2.1:0", "--events", "/dev/null", "--examine", "needed", "--console", "off",
                "--allow-client", "192.0.2.0/24", "--allow-destination", "127.0.0.0/8", "--resolve",
                "no-issuer-aia.test:*:127.0.0.1",
            ] + site.trust)
        guard holds({ proxy.errors.contains("listening on ") || !proxy.isRunning }),
            let port = proxy.errors.firstMatch(of: #/listening on [0-9.]+:(\d+)/#)?.1
        else { throw JourneyError(text: "the proxy did not start: \(proxy.errors)") }
        for (machine, status) in [(machines.client, 403), (machines.proxy, 200), (machines.client, 403)] {
            let answer = try Answer(
                curl: ["--insecure", "--proxy", "http://192.0.2.1:\(port)", try site.url("no-issuer-aia")], on: machine)
            #expect(answer.connect == status, "\(answer.output)\(answer.errors)")
            #expect(answer.output.contains("certificate.trust") == (status == 403), "\(answer.output)")
        }
        proxy.stop()
    }
}

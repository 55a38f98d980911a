import Foundation
import Testing

/// Whoever wrote a certificate chose where its issuer is fetched from; a client elsewhere must not reach through it
/// what it could not reach itself. From this machine, nothing is fetched for it, whatever the rules permit.
@Suite struct IssuerFetchJourneyTests {
    @Test(.enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped), arguments: [(false, 403), (true, 403)])
    func anIssuerIsFetchedOnlyFromWhereTheClientMayGo(isAllowed: Bool, expected: Int) throws {
        let (machines, site) = (try TwoMachines.shared.get(), try TwoMachines.judged.get())
        var arguments = ["serve", "--listen", "192.0.2.1:0", "--allow-client", "192.0.2.2/32"]
        arguments += ["--allow-destination", "127.0.0.1:\(try site.port("no-issuer-aia"))", "--events", "/dev/null"]
        if isAllowed { arguments += ["--allow-destination", "127.0.0.1:\(try site.port("issuers"))"] }
        let proxy = try machines.proxy.program(Repository.program, arguments + site.trust + site.resolve)
        guard holds({ proxy.errors.contains("listening on ") || !proxy.isRunning }),
            let port = proxy.errors.firstMatch(of: #/listening on [0-9.]+:(\d+)/#)?.1
        else { throw JourneyError(text: "the proxy did not start: \(proxy.errors)") }
        let answer = try Answer(
            curl: ["--insecure", "--proxy", "http://192.0.2.1:\(port)", site.url("no-issuer-aia")], on: machines.client)
        #expect(answer.connect == expected)
        proxy.stop()
    }

    /// Up to TLS 1.2 the tunnel shows the same certificates, and the same issuer is missing there.
    @Test func whatWasFetchedCountsForTheTunnelToo() throws {
        let site = try Site.judged.get()
        let result = try Program(
            Repository.program,
            ["run"] + site.trust + site.resolve + [
                "--", "curl", "--silent", "--insecure", "--tls-max", "1.2", "--output", "/dev/null",
                "--write-out", "%{http_connect}", site.url("no-issuer-aia"),
            ])
        #expect(result.end() == 0 && result.output.hasPrefix("200App Transport"), "\(result.output)")
    }
}

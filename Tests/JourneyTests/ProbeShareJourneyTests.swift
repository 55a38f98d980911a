import Foundation
import Testing

/// One client cannot take the probes that the others need.
@Suite struct ProbeShareJourneyTests {
    /// A client asks for servers that never answer, as often as its share lets it; another one is served all the same.
    /// Who asks for what is known, or under way already, takes no share.
    @Test func tarpitsOfOneClientStarveNoOther() throws {
        let site = try Site.judged.get()
        let port = try site.port("tls13")
        let proxy = try Proxy(
            "--workers", "1", "--limit", "examinations-per-client=2", "--examine", "needed", "--resolve",
            "tarpit.test:*:127.0.0.1",
            site: site)
        let client = try Client.start(
            "share_of_probes", ["\(proxy.port)", "tls13.test:\(port)", "tls12.test:\(try site.port("tls12"))"])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(client.output == "200\n503 True\n200\n200\n")
    }
}

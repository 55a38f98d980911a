import Foundation
import Testing

@Suite struct ObserveJourneyTests {
    @Test(arguments: EnforceJourneyTests.servers.filter { $0.reply == 403 && !["mail", "closing"].contains($0.name) })
    func whatWouldBeBlockedPassesAndIsRecorded(server: (name: String, reply: Int, rules: [String])) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let answer = try proxy.curl(
            "--insecure", "--tlsv1.0", "--ciphers", "ALL:@SECLEVEL=0", try site.url(server.name))
        #expect(answer.connect == 200)
        #expect(answer.status == 200)
        let decision = try proxy.decision(about: "\(server.name).test")
        #expect(decision.decision == "would-block")
        #expect(decision.violations == server.rules)
    }

    @Test func cleartextPassesAndIsRecorded() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        #expect(try proxy.curl(try site.url("plain", scheme: "http")).status == 200)
        let decision = try proxy.decision(about: "plain.test")
        #expect(decision.decision == "would-block")
        #expect(decision.violations == ["cleartext"])
    }
}

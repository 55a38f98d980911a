import Foundation
import Testing

/// What is found out in the background.
@Suite struct BackgroundProbesJourneyTests {
    /// The names of the first offers of all facts about a host, in order.
    private static func judged(_ proxy: Proxy, _ host: String) throws -> [String] {
        try proxy.events().filter { $0["event"] as? String == "facts" && $0["host"] as? String == host }
            .compactMap { ($0["handshakes"] as? [[String: Any]])?.first?["offer"] as? [String: Any] }
            .compactMap { $0["profile"] as? String }
    }

    @Test func otherPoliciesAreAskedForOnceADay() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--examine", "full", "--verdict-ttl", "0", site: site)
        #expect(proxy.program.errors.contains("--examine needed"))
        #expect(try proxy.curl("--cacert", site.root, try site.url("good")).connect == 200)
        // TLS 1.2 alone, and the curves of old, which the hello of the newest system does not tell.
        #expect(try holds(within: 30) { try Self.judged(proxy, "good.test").contains("ios11") })
        let count = try Self.judged(proxy, "good.test").filter { $0 == "ios11" }.count
        #expect(try proxy.curl("--cacert", site.root, try site.url("good")).connect == 200)
        #expect(
            try holds(within: 1) { try Self.judged(proxy, "good.test").filter { $0 == "ios11" }.count > count } == false
        )
    }

    @Test func onlyWhatIsNeededIsAskedWhereThatIsWanted() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--examine", "needed", site: site)
        #expect(!proxy.program.errors.contains("--examine needed"))
        #expect(try proxy.curl("--cacert", site.root, try site.url("good")).connect == 200)
        #expect(try holds(within: 1) { try Self.judged(proxy, "good.test").count > 1 } == false)
    }

    @Test func theTrafficOfOtherAppsIsLeftAlone() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--examine", "full", "--app", "MyApp", "--mode", "observe", site: site)
        #expect(try proxy.curl("--insecure", try site.url("good")).status == 200)
        #expect(try holds(within: 1) { try Self.judged(proxy, "good.test").count > 1 } == false)
    }

    @Test func drainingDoesNotWaitForIt() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--examine", "full", site: site)
        for name in ["good", "old", "rsa", "dhe"] {
            _ = try proxy.curl("--insecure", "--max-time", "2", try site.url(name))
        }
        proxy.program.signal(SIGTERM)
        #expect(holds(within: 3) { !proxy.program.isRunning })
        #expect(proxy.program.end() == 0)
    }
}

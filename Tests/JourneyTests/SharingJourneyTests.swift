import Foundation
import Testing

/// Probes are shared: many clients, few destinations, one judging handshake each.
@Suite struct SharingJourneyTests {
    /// What is in use is probed again beside a load, shortly before it would be believed no longer.
    @Test func factsInUseAreRefreshedBesideTheLoad() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--verdict-ttl", "10", "--workers", "1", "--examine", "needed", site: site)
        func load() throws { #expect(try proxy.curl("--insecure", try site.url("good")).connect == 200) }
        func findings() throws -> Int { try proxy.events().count { $0["event"] as? String == "facts" } }
        try load()
        #expect(try holds { try findings() == 1 })
        // Loads go on until then. A load beside which the facts are found does not wait for them.
        let began = Date()
        #expect(
            try holds {
                Thread.sleep(forTimeInterval: 0.2)
                try load()
                return try findings() == 2
            })
        #expect((7..<10).contains(Date().timeIntervalSince(began)))
    }

    /// Each server gets one judging hello, and one of the size of newer systems.
    @Test func aThousandTunnelsToFiftyServersCostAHundredHandshakes() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        let port = try site.port("many")
        let client = try Client.start("share_probes", ["\(proxy.port)", "\(port)"])
        #expect(client.end() == 0)
        let numbers = client.output.split(separator: "\n").compactMap { Int($0) }
        #expect(numbers.first == 1000)
        #expect(numbers.last.map { (1...100).contains($0) } == true)
        #expect(try holds { try proxy.events().count { $0["event"] as? String == "decision" } == 1000 })
        #expect(try proxy.events().filter { $0["event"] as? String == "facts" }.count == 50)
    }
}

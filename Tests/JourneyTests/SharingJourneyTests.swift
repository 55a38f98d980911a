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
        Thread.sleep(forTimeInterval: 8.2)
        try load()
        #expect(try holds { try findings() == 2 })
    }

    @Test func aThousandTunnelsToFiftyServersCostFiftyHandshakes() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        let port = try site.port("many")
        let script = """
            import json, socket
            clients = []
            for number in range(1000):
                client = socket.create_connection(("127.0.0.1", \(proxy.port)))
                name = "name%02d.test:\(port)" % (number % 50 + 1)
                client.sendall(f"CONNECT {name} HTTP/1.1\\\\r\\\\nHost: {name}\\\\r\\\\n\\\\r\\\\n".encode())
                clients.append(client)
            print(sum(client.recv(1024).startswith(b"HTTP/1.1 200") for client in clients))
            asker = socket.create_connection(("127.0.0.1", \(port)))
            asker.sendall(b"?")
            print(json.loads(asker.recv(1024))["hellos"])
            """
        let client = try Program("/usr/bin/python3", ["-c", script.replacingOccurrences(of: "\\\\", with: "\\")])
        #expect(client.end() == 0)
        let numbers = client.output.split(separator: "\n").compactMap { Int($0) }
        #expect(numbers.first == 1000)
        #expect(numbers.last.map { (1...50).contains($0) } == true)
        let decisions = try proxy.events().filter { $0["event"] as? String == "decision" }
        #expect(decisions.count == 1000)
        #expect(try proxy.events().filter { $0["event"] as? String == "facts" }.count == 50)
    }
}

import Foundation
import Testing

/// Two proxies under load, whose segments are pushed while they grow, by a program that is killed, over a network that
/// breaks, to a server that crashes.
@Suite struct StoreLoadJourneyTests {
    private let site: Site
    private let folder: URL
    private let server: StoreClient
    private let relay: BreakingRelay

    /// The number of loads through each proxy in each part of the journey.
    private static let loads = 120

    init() throws {
        site = try Site.shared.get()
        folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
        server = try StoreClient()
        relay = try BreakingRelay(to: server.database.port)
    }

    @Test func everyLoadOfTwoProxiesIsCountedOnce() throws {
        defer { _ = try? PostgreSQLServer.run("/bin/rm", ["-rf", folder.path]) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try server.run("init")
        let proxies = try (1...2).map { number in
            try Proxy(
                "--mode", "observe", "--examine", "needed", "--events", "\(directory(number))/", "--proxy-name",
                "lab-\(number)", "--segment-size", "64K", site: site)
        }
        try during(loads(through: proxies)) {
            let follower = try startFollower()
            Thread.sleep(forTimeInterval: .random(in: 0.2..<1))
            follower.signal(SIGKILL)
            _ = follower.end()
        }
        let connections = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'atsproxy-store'"
        #expect(try holds { try server.database.ask(connections) == "0" })
        let follower = try startFollower()
        // The first connection must succeed. It has once another statement follows those that check the version.
        let checked = "\(connections) AND query <> '' AND query NOT LIKE '%schema_version%'"
        #expect(try holds { try server.database.ask(checked) == "1" })
        try during(loads(through: proxies)) {
            Thread.sleep(forTimeInterval: .random(in: 0.1..<0.4))
            relay.breakConnections()
        }
        server.database.kill()
        let rest = try loads(through: proxies)
        #expect(holds { follower.errors.contains("Trying again until it is there.") }, "\(follower.errors)")
        try server.database.start()
        for load in rest { #expect(load.end() == 0, "\(load.errors)") }
        for proxy in proxies { #expect(proxy.program.stop() == 0, "\(proxy.program.errors)") }
        let directories = [directory(1), directory(2)]
        let recorded = try server.counts(of: directories)
        #expect(recorded.contains { $0.key == "lab-1" && $0.value >= 3 * Self.loads })
        #expect(try holds { try server.storedCounts() == recorded })
        #expect(follower.errors.contains("the store is there again."), "\(follower.errors)")
        #expect(follower.stop() == SIGTERM && server.database.isRunning)
        #expect(try server.run("push", adding: directories).status == 0)
        try server.expectEqualReports(["--format", "json"], directories)
        try server.expectEqualCounts(directories)
    }

    private func directory(_ number: Int) -> String { folder.appending(path: "lab-\(number)").path }

    private func startFollower() throws -> Program {
        try server.program(
            "push", adding: [directory(1), directory(2), "--follow", "--interval", "0.1"], port: relay.port)
    }

    /// Begins loads through both proxies.
    private func loads(through proxies: [Proxy]) throws -> [Program] {
        let urls = [try site.url("plain", scheme: "http"), try site.url("good")]
        return try proxies.map { proxy in
            try Client.start("make_loads", (0..<Self.loads).map { "\(proxy.port) \(urls[$0 % 4 == 0 ? 1 : 0])" })
        }
    }

    /// Does something again and again while loads go on, at least twice.
    private func during(_ loads: [Program], _ act: () throws -> Void) throws {
        var count = 0
        while count < 2 || loads.contains(where: \.isRunning) {
            try act()
            count += 1
        }
        for load in loads { #expect(load.end() == 0, "\(load.errors)") }
    }
}

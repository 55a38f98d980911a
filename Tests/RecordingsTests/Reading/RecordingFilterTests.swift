import Events
import Foundation
import InternetNames
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct RecordingFilterTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func load(_ number: Int) -> [[UInt8]] {
        let id = "load-\(number)"
        var event = DecisionEvent(
            time: time + Int64(number), id: .text(id), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.port) = (.https, 443)
        event.host = .name(number % 2 == 0 ? "a.example" : "b.a.example")
        event.client?.address = .text(number % 3 == 0 ? "192.0.2.7:50001" : "[2001:db8::1]:50001")
        event.client?.user = number == 5 ? "anna" : nil
        event.client?.mode = .observe
        event.route = .direct
        event.client?.app = CachedJSON(ClientApp(userAgent: "App\(number % 4)/\(number) CFNetwork/1 Darwin/24.1.0"))
        var tunnel = event
        tunnel.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301)))
        let end = ClosedEvent(
            time: event.time + 1, id: .text(id), host: event.host, port: 443, bytesFromClient: 1, bytesFromServer: 2,
            durationMilliseconds: 1, endedBy: .client, how: .finished)
        return [event.line, tunnel.line, end.line]
    }

    private static func traffic(_ change: (inout RecordingFilter) throws -> Void) throws -> RecordedTraffic {
        var filter = RecordingFilter()
        try change(&filter)
        var reader = RecordingReader(keepingFacts: false, filter: filter, SimulatedSite.decoder)
        reader.begin("test.jsonl")
        for line in (0..<12).flatMap(load) { (line + [0x0A]).withUnsafeBufferPointer { reader.read($0) } }
        reader.end()
        return reader.traffic
    }

    private static func loads(_ change: (inout RecordingFilter) throws -> Void) throws -> Int {
        let traffic = try traffic(change)
        let loads = traffic.entries.reduce(0) { $0 + $1.loads }
        #expect(traffic.entries.reduce(0) { $0 + $1.bytesFromServer } == Int64(2 * loads))
        #expect(traffic.leftOutDecisions == 2 * (12 - loads) && traffic.unattributedBytes == 0)
        return loads
    }

    @Test func choosesTheLoadsThatMatch() throws {
        #expect(try Self.loads { _ in } == 12)
        #expect(try Self.loads { $0.apps = ["app1"] } == 3)
        #expect(try Self.loads { $0.apps = ["App1", "App2"] } == 6)
        #expect(try Self.loads { $0.builds = ["7"] } == 1)
        #expect(try Self.loads { $0.devices = ["192.0.2.7"] } == 4)
        #expect(try Self.loads { $0.devices = ["2001:db8::1"] } == 8)
        #expect(try Self.loads { $0.users = ["anna"] } == 1)
        #expect(try Self.loads { $0.labels = ["a test"] } == 0)
        #expect(try Self.loads { $0.hosts = [try #require(HostPattern("a.example"))] } == 6)
        #expect(try Self.loads { $0.hosts = [try #require(HostPattern("*.a.example"))] } == 6)
        #expect(try Self.loads { $0.hosts = [try #require(HostPattern("*.example"))] } == 12)
        #expect(try Self.loads { $0.since = Self.time + 10 } == 2)
        #expect(try Self.loads { $0.until = Self.time + 10 } == 11)
        #expect(try Self.loads { ($0.apps, $0.devices) = (["App1"], ["192.0.2.7"]) } == 1)
    }

    /// An end that is missing is a loss of its own app, whether a filter or `keeping` chooses the app.
    @Test(arguments: [false, true]) func lossesAreThoseOfTheChosenLoads(isChosenLater: Bool) {
        func unended(_ app: String) -> Int {
            var filter = RecordingFilter()
            if !isChosenLater { filter.apps = [app] }
            var reader = RecordingReader(keepingFacts: false, filter: filter, SimulatedSite.decoder)
            reader.begin("test.jsonl")
            for number in 0..<4 {
                var lines = Self.load(number)
                if number == 2 { lines.removeLast() }
                for line in lines { (line + [0x0A]).withUnsafeBufferPointer { reader.read($0) } }
            }
            reader.end()
            return reader.traffic.keeping { $0.decision.app?.name == app }.unendedLoads
        }
        #expect(unended("App2") == 1 && unended("App1") == 0)
    }

    @Test func namesTheAppsThatThereAre() throws {
        let traffic = try Self.traffic { $0.apps = ["Other"] }
        #expect(traffic.entries.isEmpty && traffic.appNames == ["App0", "App1", "App2", "App3"])
    }
}

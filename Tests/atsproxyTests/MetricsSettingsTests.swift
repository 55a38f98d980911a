import Networking
import Testing

@testable import MetricsServing
@testable import atsproxy
@testable import Settings

@Suite struct MetricsSettingsTests {
    private func settings(_ texts: [String: [String]]) throws -> ServeSettings {
        try ServeSettings(SettingsLayer(commandLine: texts), over: nil)
    }

    @Test func addresses() throws {
        #expect(try settings([:]).metrics == .off)
        #expect(try settings(["metrics": ["off"]]).metrics == .off)
        #expect(
            try settings(["metrics": [":9464"]]).metrics == .at(SocketAddress(.v4(0), port: 9464)))
        for text in ["on", "9464", "localhost", "http://127.0.0.1:9464/metrics", ""] {
            #expect(throws: CommandFailure.self) { try settings(["metrics": [text]]) }
        }
    }

    @Test func inAFile() throws {
        let file = try ConfigurationFile(Array("metrics: 127.0.0.1:9464\n".utf8), named: "c.yaml")
        let read = try ServeSettings(SettingsLayer(), over: file)
        #expect(read.metrics == .at(SocketAddress(.v4(0x7F00_0001), port: 9464)))
        #expect(try settings([:]).unchangeable(since: read) == ["metrics"])
        #expect(try ServeSettings(SettingsLayer(commandLine: ["metrics": ["off"]]), over: file).metrics == .off)
    }

    @Test func aPortInUseIsAnError() throws {
        let taken = try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))
        let address = taken.address
        #expect {
            _ = try settings(["metrics": [address.description]]).startMetricsServer(showing: ProgramMetrics())
        } throws: {
            ($0 as? CommandFailure)?.sentence.contains("--metrics") == true
        }
        withExtendedLifetime(taken.address) {}
        #expect(try settings([:]).startMetricsServer(showing: ProgramMetrics()) == nil)
    }
}

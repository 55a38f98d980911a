import ForwardProxy
import InternetNames
import Testing

@testable import ProxyServer

@Suite struct ClientLabelsTests {
    private func label(_ text: String) throws -> TestLabel { try #require(TestLabel(text)) }

    @Test func clientsHaveTheirOwnOrTheCommonOne() throws {
        let labels = ClientLabels(common: try label("run"))
        #expect(labels.label(of: .v4(1), at: "a")?.text == "run")
        labels.set(try label("a"), for: .v4(1), at: "a")
        #expect(labels.label(of: .v4(1), at: "a")?.text == "a" && labels.label(of: .v4(2), at: "a")?.text == "run")
        labels.set(try label("b"), for: .v4(1), at: "a")
        #expect(labels.label(of: .v4(1), at: "a")?.text == "b")
        labels.set(nil, for: .v4(1), at: "a")
        #expect(labels.label(of: .v4(1), at: "a")?.text == "run")
        #expect(ClientLabels().label(of: .v4(1), at: "a") == nil)
    }

    /// One address may be several devices, each at its own listener.
    @Test func aLabelBelongsToItsListener() throws {
        let labels = ClientLabels(common: try label("run"))
        labels.set(try label("a"), for: .v4(1), at: "a")
        labels.set(try label("b"), for: .v4(1), at: "b")
        #expect(["a", "b", "c"].map { labels.label(of: .v4(1), at: $0)?.text } == ["a", "b", "run"])
        labels.set(nil, for: .v4(1), at: "a")
        #expect(["a", "b", "c"].map { labels.label(of: .v4(1), at: $0)?.text } == ["run", "b", "run"])
    }

    @Test func theOldestMakesRoom() throws {
        let labels = ClientLabels()
        for client in 0..<UInt32(ClientLabels.limit) { labels.set(try label("a"), for: .v4(client), at: "a") }
        // What was named again is no longer the oldest.
        labels.set(try label("b"), for: .v4(0), at: "a")
        labels.set(try label("c"), for: .v4(UInt32(ClientLabels.limit)), at: "a")
        #expect(labels.label(of: .v4(0), at: "a")?.text == "b" && labels.label(of: .v4(1), at: "a") == nil)
        #expect(labels.label(of: .v4(UInt32(ClientLabels.limit)), at: "a")?.text == "c")
    }
}

import ForwardProxy
import InternetNames
import Testing

@testable import ProxyServer

@Suite struct ClientLabelsTests {
    private func label(_ text: String) throws -> TestLabel { try #require(TestLabel(text)) }

    private func text(_ labels: ClientLabels, _ client: IPAddress, _ listener: String) -> String? {
        labels.testCase(of: client, at: listener)?.label.text
    }

    @Test func clientsHaveTheirOwnOrTheCommonOne() throws {
        let labels = ClientLabels(common: try label("run"))
        #expect(text(labels, .v4(1), "a") == "run")
        labels.set(try label("a"), for: .v4(1), at: "a")
        #expect(text(labels, .v4(1), "a") == "a" && text(labels, .v4(2), "a") == "run")
        labels.set(try label("b"), for: .v4(1), at: "a")
        #expect(text(labels, .v4(1), "a") == "b")
        labels.set(nil, for: .v4(1), at: "a")
        #expect(text(labels, .v4(1), "a") == "run")
        #expect(ClientLabels().testCase(of: .v4(1), at: "a") == nil)
    }

    /// One address may be several devices, each at its own listener.
    @Test func aLabelBelongsToItsListener() throws {
        let labels = ClientLabels(common: try label("run"))
        labels.set(try label("a"), for: .v4(1), at: "a")
        labels.set(try label("b"), for: .v4(1), at: "b")
        #expect(["a", "b", "c"].map { text(labels, .v4(1), $0) } == ["a", "b", "run"])
        labels.set(nil, for: .v4(1), at: "a")
        #expect(["a", "b", "c"].map { text(labels, .v4(1), $0) } == ["run", "b", "run"])
    }

    @Test func theOldestMakesRoom() throws {
        let labels = ClientLabels()
        for client in 0..<UInt32(ClientLabels.limit) { labels.set(try label("a"), for: .v4(client), at: "a") }
        // What was named again is no longer the oldest.
        labels.set(try label("b"), for: .v4(0), at: "a")
        labels.set(try label("c"), for: .v4(UInt32(ClientLabels.limit)), at: "a")
        #expect(text(labels, .v4(0), "a") == "b" && text(labels, .v4(1), "a") == nil)
        #expect(text(labels, .v4(UInt32(ClientLabels.limit)), "a") == "c")
    }

    @Test func aClientAsksForItsOwnTestCases() throws {
        let labels = ClientLabels(common: try label("run"))
        #expect(labels.loads(of: nil, by: .v4(1), at: "a") == nil && labels.testCase(of: .v4(1), at: "a")?.loads == nil)
        labels.set(try label("first"), for: .v4(1), at: "a")
        let first = try #require(labels.loads(of: nil, by: .v4(1), at: "a"))
        #expect(labels.testCase(of: .v4(1), at: "a")?.loads === first)
        labels.set(try label("second"), for: .v4(1), at: "a")
        #expect(labels.loads(of: nil, by: .v4(1), at: "a") !== first)
        labels.set(nil, for: .v4(1), at: "a")
        #expect(labels.loads(of: nil, by: .v4(1), at: "a") == nil)
        // It is known by its name, until others take its room, and goes on if it is named again.
        #expect(labels.loads(of: try label("first"), by: .v4(1), at: "a") === first)
        #expect(labels.loads(of: try label("first"), by: .v4(2), at: "a") == nil)
        #expect(labels.loads(of: try label("first"), by: .v4(1), at: "b") == nil)
        labels.set(try label("first"), for: .v4(1), at: "a")
        #expect(labels.loads(of: nil, by: .v4(1), at: "a") === first)
        for number in 0..<ClientLabels.testCaseLimit { labels.set(try label("\(number)"), for: .v4(3), at: "a") }
        #expect(labels.loads(of: try label("first"), by: .v4(1), at: "a") == nil)
        // The present one is there for its client in any case.
        #expect(labels.loads(of: nil, by: .v4(1), at: "a") === first)
    }
}

import ForwardProxy
import InternetNames
import Testing

@testable import ProxyServer

@Suite struct ClientLabelsTests {
    private func label(_ text: String) throws -> TestLabel { try #require(TestLabel(text)) }

    @Test func clientsHaveTheirOwnOrTheCommonOne() throws {
        let labels = ClientLabels(common: try label("run"))
        #expect(labels.label(of: .v4(1))?.text == "run")
        labels.set(try label("a"), for: .v4(1))
        #expect(labels.label(of: .v4(1))?.text == "a" && labels.label(of: .v4(2))?.text == "run")
        labels.set(try label("b"), for: .v4(1))
        #expect(labels.label(of: .v4(1))?.text == "b")
        labels.set(nil, for: .v4(1))
        #expect(labels.label(of: .v4(1))?.text == "run")
        #expect(ClientLabels().label(of: .v4(1)) == nil)
    }

    @Test func theOldestMakesRoom() throws {
        let labels = ClientLabels()
        for client in 0..<UInt32(ClientLabels.limit) { labels.set(try label("a"), for: .v4(client)) }
        // What was named again is no longer the oldest.
        labels.set(try label("b"), for: .v4(0))
        labels.set(try label("c"), for: .v4(UInt32(ClientLabels.limit)))
        #expect(labels.label(of: .v4(0))?.text == "b" && labels.label(of: .v4(1)) == nil)
        #expect(labels.label(of: .v4(UInt32(ClientLabels.limit)))?.text == "c")
    }
}

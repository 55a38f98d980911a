import Testing
@testable import Events

@Suite struct EventContentHashTests {
    private static let first =
        #"{"time":"2026-11-20T00:00:00.000Z","event":"facts","wire":{"sent":"FgMB","received":"FQ=="},"port":1}"#

    private func hash(_ line: String, _ event: ScannedLine.Event = .facts) -> Int {
        Array(line.utf8).withUnsafeBufferPointer { $0.contentHash(of: event) }
    }

    /// Lines that say the same of a server as the first one.
    @Test(arguments: [
        ("2026-11-20", "2026-11-21"), ("FgMB", "FgMC"), ("FgMB", "FgMBFgMB"), ("FQ==", ""),
        (#"FQ==","#, #"FQM+/w==","#),
    ])
    func timeAndBytesOnTheWireMakeNoDifference(change: (from: String, to: String)) {
        #expect(hash(Self.first.replacing(change.from, with: change.to)) == hash(Self.first))
    }

    /// Lines with other content, or with bytes that cannot be decoded.
    @Test(arguments: [
        (#""port":1"#, #""port":2"#), ("FgMB", "FgM"), ("FgMB", "Fg\\u004dB"), ("FQ==", "F Q="), ("received", "other"),
        (#","received":"FQ==""#, ""), (#""}"#, #"","x":1}"#), ("wire", "largeHelloWire"),
    ])
    func anythingElseMakesADifference(change: (from: String, to: String)) {
        #expect(hash(Self.first.replacing(change.from, with: change.to)) != hash(Self.first))
    }

    /// A policy may have a dictionary that looks like bytes on the wire.
    @Test func onlyFactsAreOnTheWire() {
        #expect(hash(Self.first.replacing("FgMB", with: "FgMC"), .policy) != hash(Self.first, .policy))
        #expect(hash(Self.first.replacing("-20T", with: "-21T"), .policy) == hash(Self.first, .policy))
    }
}

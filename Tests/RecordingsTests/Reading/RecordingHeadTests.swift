import SimulatedServers
import Testing
import TransportSecurity
@testable import Recordings

@Suite struct RecordingHeadTests {
    private static let load = "01JD4Q0Y7ZK8M3T5V9W2Y10001"

    private static func decision(_ members: String = "") -> String {
        #"{"time":"2026-11-20T10:00:01.000Z","event":"decision","id":"\#(load)","decision":"allowed"\#(members)}"#
    }

    private static let end =
        #"{"time":"2026-11-20T10:00:02.000Z","event":"closed","id":"\#(load)","bytesFromClient":1,"bytesFromServer":2}"#

    private func kind(of text: String, pieces: Int = .max) -> RecordingHead.Kind? {
        var head = RecordingHead { Array($0.prefix(2)) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(pieces)).withUnsafeBufferPointer { head.read($0) }
            rest = rest.dropFirst(pieces)
        }
        head.end()
        return head.kind
    }

    /// A log may be rotated between the lines about a load.
    @Test func eachLineAboutALoadIdentifiesAnotherRecording() {
        for (line, id) in [
            (Self.decision(), Self.load), (Self.decision(#","tunnel":null,"tls":null"#), Self.load),
            (Self.decision(#","tls":{"source":"assessment"}"#), Self.load),
            (Self.decision(#","tls":{"version":null,"source":"tunnel"}"#), Self.load + "/tunnel"),
            (Self.decision(#","tunnel":{"hello":null},"tls":null"#), Self.load + "/tunnel"),
            (Self.end, Self.load + "/closed"),
        ] {
            guard case .recording(let found, _) = kind(of: line + "\n" + Self.decision() + "\n") else {
                Issue.record("no recording: \(line)")
                continue
            }
            #expect(found == id)
            // The reader agrees.
            var reader = RecordingReader(keepingFacts: false, SimulatedSite.decoder)
            reader.begin("recording")
            Array((Self.end + "\n").utf8).withUnsafeBufferPointer { reader.read($0) }
            reader.end()
            #expect(reader.traffic.sources.map(\.id) == [Self.load + "/closed"])
        }
    }

    @Test func theTimeOfTheFirstEventIsKnown() {
        let lost = #"{"time":"2026-11-20T09:00:00.000Z","event":"lost","count":1}"#
        for pieces in [1, 7, .max] {
            let kind = kind(of: "noise\n\(lost)\n\(Self.end)\n", pieces: pieces)
            #expect(kind == .recording(Self.load + "/closed", begun: Instant("2026-11-20T09:00:00.000Z")))
        }
        #expect(kind(of: "noise\n") == .recording("sha256:6e6f", begun: nil))
        #expect(kind(of: "\n\n") == .recording("", begun: nil))
    }

    /// Shippers and editors may change the spelling.
    @Test func aCondensedRecordingIsKnownInAnySpelling() throws {
        var random = RandomTraffic(seed: 1)
        let lines = try CondensingLawTests.condensed(random.recordings(3, loads: 3))
        let text = lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
        let respelled = text.replacing(#"{"event":"#, with: #"{ "event" : "#)
        for text in [text, respelled, "\u{FEFF}" + text, "\r\n \n" + text, text.replacing("\n", with: "\r\n")] {
            guard case .condensed(let header, let sources) = kind(of: text) else {
                Issue.record("not condensed: \(text.prefix(60))")
                continue
            }
            #expect(!header.isAddedUp && sources.count == 3)
        }
        guard case .recording = kind(of: "noise\n" + text) else {
            Issue.record("A condensed recording has its header in its first line.")
            return
        }
    }
}

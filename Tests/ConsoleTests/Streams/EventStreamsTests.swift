import Testing

@testable import Console

@Suite struct EventStreamsTests {
    private final class Reader: EventStreamReader {
        var pendingBytes = 0
        var received = ""
        func send(_ bytes: [UInt8]) { received += String(decoding: bytes, as: UTF8.self) }
        func drop() {}
        func take() -> String {
            defer { received = "" }
            return received
        }
    }

    private let source = SampleSource()

    @Test(
        arguments: [
            (nil, "event: hello\nid: s1-5\n", false), ("s1-4", "event: hello\nid: s1-4\n", false),
            ("s1-5", "event: hello\nid: s1-5\n", false), ("s1-6", "event: hello\nid: s1-5\n", true),
            ("s0-4", "event: hello\nid: s1-5\n", true), ("-0", "event: hello\nid: s1-5\n", true),
        ] as [(String?, String, Bool)])
    func beginning(known: String?, hello: String, isReset: Bool) {
        var streams = EventStreams()
        let text = String(
            decoding: streams.open(Reader(), after: known.flatMap { StreamPosition($0) }, from: source, at: 0),
            as: UTF8.self)
        #expect(text.contains(hello + "data: {\"session\":\"s1\",\"revision\":5}\n\n"))
        #expect(text.contains("event: reset\n") == isReset)
        #expect(text.hasSuffix("event: status\ndata: {\"now\":5}\n\n"))
        #expect(streams.lacks(5) == (known == "s1-4"))
    }

    @Test func changesComeOnceAndReadersOfOneRevisionGetTheSame() {
        var streams = EventStreams()
        let (first, second) = (Reader(), Reader())
        _ = streams.open(first, after: nil, from: source, at: 0)
        _ = streams.open(second, after: StreamPosition("s1-4"), from: source, at: 0)
        _ = streams.send(from: source, at: 250)
        #expect(first.take() == "")
        #expect(second.take() == "event: rows\nid: s1-5\ndata: {\"after\":4}\n\nevent: status\ndata: {\"now\":5}\n\n")
        source.revision = 9
        _ = streams.send(from: source, at: 500)
        let text = "event: rows\nid: s1-9\ndata: {\"after\":5}\n\nevent: status\ndata: {\"now\":9}\n\n"
        #expect(first.take() == text)
        #expect(second.take() == text)
    }

    @Test func slowReadersGetFewerAndLargerBatches() {
        var streams = EventStreams()
        let reader = Reader()
        _ = streams.open(reader, after: nil, from: source, at: 0)
        reader.pendingBytes = 100
        for revision in 6...9 {
            source.revision = UInt64(revision)
            _ = streams.send(from: source, at: Int64(revision) * 250)
        }
        #expect(reader.take() == "")
        reader.pendingBytes = 0
        _ = streams.send(from: source, at: 3000)
        #expect(reader.take().contains("id: s1-9\ndata: {\"after\":5}\n"))
    }

    @Test func readersThatTakeNothingAreDropped() {
        var streams = EventStreams()
        let (stuck, slow) = (Reader(), Reader())
        for reader in [stuck, slow] { _ = streams.open(reader, after: nil, from: source, at: 0) }
        (stuck.pendingBytes, slow.pendingBytes) = (100_000, 100_000)
        var dropped: [ObjectIdentifier] = []
        for time in stride(from: Int64(0), through: 25_000, by: 5000) {
            slow.pendingBytes -= 1
            dropped += streams.send(from: source, at: time).map { ObjectIdentifier($0) }
        }
        #expect(dropped == [ObjectIdentifier(stuck)])
        #expect(!streams.isEmpty)
    }

    @Test func silentStreamsGetComments() {
        var streams = EventStreams()
        let reader = Reader()
        _ = streams.open(reader, after: nil, from: source, at: 0)
        _ = streams.send(from: source, at: EventStreams.silence - 1)
        #expect(reader.take() == "")
        _ = streams.send(from: source, at: EventStreams.silence)
        #expect(reader.take() == ": \n\n")
    }

    @Test func readersOfForgottenRevisionsReadAllAgain() {
        var streams = EventStreams()
        let reader = Reader()
        _ = streams.open(reader, after: StreamPosition("s1-2"), from: source, at: 0)
        _ = streams.send(from: source, at: 250)
        #expect(reader.take().hasPrefix("event: reset\nid: s1-5\n"))
    }

    @Test func dataOfSeveralLinesStaysInItsEvent() {
        var text: [UInt8] = []
        ServerSentEvent.append("rows", id: nil, data: Array("a\nevent: evil".utf8), to: &text)
        #expect(String(decoding: text, as: UTF8.self) == "event: rows\ndata: a\ndata: event: evil\n\n")
    }

    @Test(arguments: ["", "s1", "s1-", "s1-x", "s1-99999999999999999999"])
    func noPosition(text: String) {
        #expect(StreamPosition(text) == nil)
    }
}

import Testing

@testable import HTTP

@Suite struct HeadReaderTests {
    private static let head = "GET / HTTP/1.1\r\nHost: a\r\nX:  two words \r\n\r\n"

    @Test(arguments: [1, 2, 3, 7, 1000])
    func readsAHeadHoweverItIsCut(size: Int) throws {
        var reader = HeadReader(limits: MessageLimits())
        let bytes = Array((Self.head + "body").utf8)
        var isComplete = false
        var unread: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            var piece = bytes[start..<min(start + size, bytes.count)]
            if !isComplete { isComplete = try reader.consume(&piece) }
            unread += piece
        }
        #expect(isComplete && unread == Array("body".utf8))
        #expect(reader.startLine?.text == "GET / HTTP/1.1")
        let fields = reader.takeFields()
        #expect(fields.count == 2)
        #expect((0..<2).map { "\(fields[$0].name.text)=\(fields[$0].value.text)" } == ["Host=a", "X=two words"])
        #expect(reader.isEmpty && reader.startLine == nil)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\n", HeadFault.lineEnding), ("GET / HTTP/1.1\r\nA b: c\r\n", .fieldLine),
        ("\r\n\r\n\r\nGET", .emptyLines), (String(repeating: "x", count: 100), .startLineTooLong),
        ("GET\r\nA: " + String(repeating: "x", count: 200), .tooLarge),
        ("GET\r\nA:b\r\nA:b\r\nA:b\r\n", .tooManyFields),
    ])
    func tellsWhatIsWrong(text: String, fault: HeadFault) {
        var limits = MessageLimits()
        (limits.startLine, limits.head, limits.fieldCount) = (50, 150, 2)
        var reader = HeadReader(limits: limits)
        var bytes = Array(text.utf8)[...]
        #expect(throws: fault) { try reader.consume(&bytes) }
    }

    @Test func aTrailerSectionHasNoStartLine() throws {
        var reader = HeadReader(trailerLimits: MessageLimits())
        var bytes = Array("A: b\r\n\r\n".utf8)[...]
        #expect(try reader.consume(&bytes))
        #expect(reader.startLine == nil && reader.takeFields().first("a")?.text == "b")
    }
}

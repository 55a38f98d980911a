import Testing

@testable import HTTP

@Suite struct ResponseParserTests {
    static func parse(_ text: String, pieces: Int = .max) throws(MalformedResponse) -> ResponseHead? {
        var parser = ResponseParser(limits: MessageLimits())
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            if let head = try parser.consume(&piece) { return head }
        }
        return nil
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\n", 200, "OK"), ("HTTP/1.1 200 \r\n\r\n", 200, ""), ("HTTP/1.1 200\r\n\r\n", 200, ""),
        ("HTTP/1.0 404 Not Found\r\nA: b\r\n\r\n", 404, "Not Found"),
        ("HTTP/1.1 100 Continue\r\n\r\n", 100, "Continue"),
        ("HTTP/1.1 599 \u{E9}\r\n\r\n", 599, "\u{E9}"), ("\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, "No Content"),
    ])
    func readsStatusLines(text: String, status: UInt16, reason: String) throws {
        for pieces in [1, .max] {
            let head = try #require(try Self.parse(text, pieces: pieces))
            #expect(head.status == status && head.statusText.dropFirst(4).text == reason)
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n", "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{28}", "HTTP/2.0 200 OK\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n",
        "HTTP/1.1 99 Low\r\n\r\n", "HTTP/1.1 600 High\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n",
        "HTTP/1.1 0200 OK\r\n\r\n", "HTTP/1.1 00 OK\r\n\r\n",
        "HTTP/1.1 200 O\0K\r\n\r\n", "HTTP/1.1 200 OK\n\n", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "HTTP/1.1 200 OK\r\nA: \u{1}\r\n\r\n", "HTTP/1.1\r\n\r\n",
    ])
    func otherBytesAreRefused(text: String) {
        #expect(throws: MalformedResponse()) { try Self.parse(text) }
        #expect(throws: MalformedResponse()) { try Self.parse(text, pieces: 1) }
    }

    @Test func boundsTheHead() {
        let huge = "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 201) + "\r\n"
        #expect(throws: MalformedResponse()) { try Self.parse(huge) }
        let long = "HTTP/1.1 200 OK\r\nA: " + String(repeating: "b", count: 70_000)
        #expect(throws: MalformedResponse()) { try Self.parse(long) }
    }
}

import Testing

@testable import HTTP

@Suite struct KeptBodyTests {
    private func body(_ fields: String, limit: Int = 8) throws -> KeptBody? {
        var parser = RequestParser(limits: MessageLimits())
        var bytes = Array("PUT / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8)[...]
        let head = try #require(try parser.consume(&bytes))
        return KeptBody(head, limit: limit, limits: MessageLimits())
    }

    @Test(arguments: [
        ("Content-Length: 8\r\n", "12345678", "12345678"), ("", "", ""),
        ("Transfer-Encoding: chunked\r\n", "4\r\n1234\r\n1\r\n5\r\n0\r\n\r\n", "12345"),
    ])
    func contentIsWhole(fields: String, sent: String, content: String) throws {
        for size in 1...max(1, sent.utf8.count) {
            var body = try #require(try body(fields))
            var rest = Array(sent.utf8)[...]
            var progress = KeptBody.Progress.incomplete
            repeat {
                var piece = rest.prefix(size)
                rest = rest.dropFirst(size)
                progress = body.consume(&piece)
                #expect(piece.isEmpty)
            } while !rest.isEmpty
            #expect(progress == .complete && String(decoding: body.content, as: UTF8.self) == content)
        }
    }

    /// The bytes behind the body belong to the next request.
    @Test func theNextRequestIsLeft() throws {
        var body = try #require(try body("Content-Length: 2\r\n"))
        var bytes = Array("12GET".utf8)[...]
        #expect(body.consume(&bytes) == .complete && bytes.elementsEqual("GET".utf8))
    }

    @Test func longBodiesAreRefused() throws {
        #expect(try body("Content-Length: 9\r\n") == nil)
        #expect(try body("Transfer-Encoding: gzip, chunked\r\n") == nil)
        var chunked = try #require(try body("Transfer-Encoding: chunked\r\n"))
        var bytes = Array("9\r\n123456789\r\n".utf8)[...]
        #expect(chunked.consume(&bytes) == .unreadable)
        var malformed = try #require(try body("Transfer-Encoding: chunked\r\n"))
        bytes = Array("x\r\n".utf8)[...]
        #expect(malformed.consume(&bytes) == .unreadable)
    }
}

import Testing

@testable import ForwardProxy

/// Framing of responses; that of requests is in the table of `RequestParserTests`.
@Suite struct BodyFramingTests {
    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\n", false, .untilClose),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", false, BodyFraming.none),
            ("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n", false, .length(7)),
            ("HTTP/1.0 200 OK\r\nContent-Length: 7\r\n", false, .length(7)),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\n", false, .chunked),
            ("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n", true, BodyFraming.none),
            ("HTTP/1.1 204 No\r\nContent-Length: 7\r\n", false, BodyFraming.none),
            ("HTTP/1.1 304 Not\r\n", false, BodyFraming.none),
            ("HTTP/1.1 100 Go\r\n", false, BodyFraming.none),
            ("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 7\r\n", false, nil),
            ("HTTP/1.1 200 OK\r\nContent-Length: 7, 7\r\n", true, nil),
            ("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n", false, nil),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n", false, nil),
            ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n", false, nil),
        ] as [(String, Bool, BodyFraming?)])
    func framesResponses(text: String, isHead: Bool, expected: BodyFraming?) throws {
        let head = try #require(try ResponseParserTests.parse(text + "\r\n"))
        let framing = try? BodyFraming(
            response: head.fields, version: head.version, status: head.status, isHead: isHead)
        #expect(framing == expected)
    }
}

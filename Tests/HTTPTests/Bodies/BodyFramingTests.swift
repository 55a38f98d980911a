import Testing

@testable import HTTP

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
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n", false, .encodedChunked),
            ("HTTP/1.1 204 No\r\nTransfer-Encoding: gzip, chunked\r\n", false, BodyFraming.none),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n", false, nil),
            ("HTTP/1.0 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n", false, nil),
            ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n", false, nil),
        ] as [(String, Bool, BodyFraming?)])
    func framesResponses(text: String, isHead: Bool, expected: BodyFraming?) throws {
        let head = try #require(try ResponseParserTests.parse(text + "\r\n"))
        let framing = try? BodyFraming(
            response: head.fields, version: head.version, status: head.status, isHead: isHead)
        #expect(framing == expected)
    }

    /// What two recipients could frame in two ways is refused: each row is a way by which requests were smuggled.
    @Test(
        arguments: [
            ("chunked", .chunked), ("CHUNKED", .chunked), ("gzip, chunked", .encodedChunked),
            ("GZip ,\tChunked", .encodedChunked), ("gzip,chunked", .encodedChunked),
            ("deflate, chunked", .encodedChunked),
            ("compress, chunked", .encodedChunked), ("x-gzip, x-compress, chunked", .encodedChunked),
            ("gzip, gzip, chunked", .encodedChunked),
            ("gzip", nil), ("chunked, gzip", nil), ("chunked, chunked", nil), ("gzip, chunked, chunked", nil),
            ("chunked, gzip, chunked", nil), ("identity, chunked", nil), ("br, chunked", nil),
            ("trailers, chunked", nil),
            ("gzip;q=1, chunked", nil), ("gzip, chunked;x=y", nil), ("gzip chunked", nil), ("gzip; chunked", nil),
            ("gzip,, chunked", nil), (",chunked", nil), ("chunked,", nil), (", gzip, chunked", nil), (",", nil),
            ("", nil),
            ("\"gzip\", chunked", nil), ("gzip, \"chunked\"", nil), ("gzip, xchunked", nil), ("gzip, chunke", nil),
        ] as [(String, BodyFraming?)])
    func framesRequestsByTheirCodings(codings: String, expected: BodyFraming?) throws {
        func framing(_ fields: String, _ version: String = "1.1") throws -> BodyFraming? {
            try? RequestParserTests.parse("POST http://a/ HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n").get()?.framing
        }
        let field = "Transfer-Encoding: \(codings)\r\n"
        #expect(try framing(field) == expected)
        #expect(try framing(field, "1.0") == nil)
        #expect(try framing(field + "Content-Length: 5\r\n") == nil)
        #expect(try framing("Content-Length: 5\r\n" + field) == nil)
        #expect(try framing(field + "Transfer-Encoding: chunked\r\n") == nil)
        #expect(try framing("Transfer-Encoding: gzip\r\n" + field) == nil)
    }
}

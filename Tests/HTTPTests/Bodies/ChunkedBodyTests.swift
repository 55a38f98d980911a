import Testing

@testable import HTTP

@Suite struct ChunkedBodyTests {
    /// What the body becomes, and what is left behind it, in pieces of that size.
    static func pass(
        _ text: String, as output: ChunkedBody.Output = .chunked, pieces: Int = .max
    ) throws -> (out: String, rest: String, isComplete: Bool) {
        var body = ChunkedBody(output: output, limits: MessageLimits())
        var input = Array(text.utf8)[...]
        var out: [UInt8] = []
        while !input.isEmpty, !body.isComplete {
            var piece = input.prefix(pieces)
            let count = piece.count
            try body.consume(&piece, into: &out)
            input = input.dropFirst(count - piece.count)
        }
        return (out[...].text, input.text, body.isComplete)
    }

    @Test(arguments: [
        ("0\r\n\r\n", "0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("0005;a=b;c=\"d;\"\r\nhello\r\n00\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("A\r\n0123456789\r\n0\r\n\r\n", "a\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        ("1\r\na\r\n2\r\nbc\r\n0\r\nX-Sum: 1\r\n\r\n", "1\r\na\r\n2\r\nbc\r\n0\r\nX-Sum: 1\r\n\r\n", "abc"),
        ("0\r\nContent-Length: 9\r\nHost: b\r\nA:b\r\n\r\n", "0\r\nA: b\r\n\r\n", ""),
        ("2\r\n\r\n\r\n0\r\n\r\n", "2\r\n\r\n\r\n0\r\n\r\n", "\r\n"),
    ])
    func writesItAnew(text: String, chunked: String, content: String) throws {
        for pieces in [1, 2, 3, .max] {
            let passed = try Self.pass(text + "GET", pieces: pieces)
            #expect(passed == (chunked, "GET", true))
            #expect(try Self.pass(text + "GET", as: .content, pieces: pieces) == (content, "GET", true))
        }
    }

    @Test(arguments: [
        "\r\n", "g\r\n", " 5\r\nhello\r\n", "5 \r\nhello\r\n", "0x5\r\nhello\r\n", "+5\r\nhello\r\n", "-1\r\n",
        "5\nhello\r\n",
        "5\r\nhelloX\r\n", "5\r\nhelloX\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\rX", "8000000000000000\r\n",
        "00000000000000005\r\n",
        "FFFFFFFFFFFFFFFF\r\n", "5;a\nb\r\nhello\r\n", "5;a\rb\r\n", "5;\0\r\n", "0\r\nA : b\r\n\r\n",
        "0\r\n A: b\r\n\r\n",
        "0\r\nA: b\n\r\n", "0\r\n\n", "0\r\nGET / HTTP/1.1\r\n\r\n", "5\rhello",
    ])
    func refuses(text: String) {
        #expect(throws: ChunkedBody.Malformed.self) { try Self.pass(text) }
        #expect(throws: ChunkedBody.Malformed.self) { try Self.pass(text, pieces: 1) }
    }

    @Test func takesTheLargestSize() throws {
        #expect(try !Self.pass("7fffffffffffffff\r\nabc").isComplete)
    }

    @Test func boundsExtensionsAndTrailers() {
        let extensions = String(repeating: "1;" + String(repeating: "x", count: 1000) + "\r\na\r\n", count: 17)
        #expect(throws: ChunkedBody.Malformed.self) { try Self.pass(extensions) }
        let trailers = "0\r\n" + String(repeating: "A: b\r\n", count: 201)
        #expect(throws: ChunkedBody.Malformed.self) { try Self.pass(trailers) }
        #expect(throws: ChunkedBody.Malformed.self) {
            try Self.pass("0\r\nA: " + String(repeating: "b", count: 20_000))
        }
    }
}

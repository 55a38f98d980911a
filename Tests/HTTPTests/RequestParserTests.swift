import Testing
import TransportSecurity

@testable import HTTP

@Suite struct RequestParserTests {
    /// The first head in a text that comes in pieces of a size, or its fault; nil if the head is not complete.
    static func parse(_ text: String, pieces: Int = .max) -> Result<RequestHead?, RequestError> {
        var parser = RequestParser(limits: MessageLimits())
        var rest = Array(text.utf8)[...]
        do throws(RequestError) {
            while !rest.isEmpty {
                var piece = rest.prefix(pieces)
                rest = rest.dropFirst(piece.count)
                if let head = try parser.consume(&piece) { return .success(head) }
            }
            return .success(nil)
        } catch {
            return .failure(error)
        }
    }

    static func error(_ text: String) -> RequestError? {
        switch parse(text) {
        case .success: return nil
        case .failure(let error): return error
        }
    }

    @Test(arguments: [
        "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "GET http://example.com HTTP/1.1\r\nHost:example.com\r\n\r\n",
        "get http://example.com/ HTTP/1.1\r\nhost: \t example.com \t\r\n\r\n",
        "!#$%&'*+-.^_`|~0aZ http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "\r\nGET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "\r\n\r\nGET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "GET HTTP://EXAMPLE.COM:80/?a=b|c{\"d\"} HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "GET http://example.com?query HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "GET http://[2001:db8::1]:8080/ HTTP/1.1\r\nHost: [2001:db8::1]:8080\r\n\r\n",
        "GET ws://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "GET http://example.com/ HTTP/1.0\r\n\r\n",
        "GET http://example.com/ HTTP/1.7\r\nHost: example.com\r\n\r\n",
        "GET http://example.com/ HTTP/1.1\r\nHost: other.example\r\n\r\n",
        "GET http://example.com/ HTTP/1.1\r\nHost:\r\n\r\n",
        "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nEmpty:\r\nX: \u{E9}t\u{E9}\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "OPTIONS http://example.com HTTP/1.1\r\nHost: example.com\r\n\r\n",
        "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n",
        "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]\r\n\r\n",
        "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
        "POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 9223372036854775807\r\n\r\n",
        "POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0005\r\n\r\n",
        "POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: Chunked\r\n\r\n",
    ])
    func unusualRequestsAreRead(text: String) throws {
        let whole = try #require(try Self.parse(text).get())
        let bytewise = try #require(try Self.parse(text, pieces: 1).get())
        #expect(whole.fields.bytes == bytewise.fields.bytes)
        #expect(whole.method == bytewise.method && whole.framing == bytewise.framing)
    }

    @Test(
        arguments: [
            // Request lines.
            ("GET http://example.com/\r\n", .requestLine), ("GET / HTTP/0.9\r\n", .version),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .version), ("GET http://example.com/ http/1.1\r\n", .requestLine),
            ("GET http://example.com/ HTTP/1.10\r\n", .version), ("GET http://example.com/ HTTP/11\r\n", .version),
            ("GET  http://example.com/ HTTP/1.1\r\n", .target), ("GET http://example.com/  HTTP/1.1\r\n", .target),
            ("GET\thttp://example.com/\tHTTP/1.1\r\n", .requestLine), (" GET / HTTP/1.1\r\n", .requestLine),
            ("GET http://example.com/ HTTP/1.1 \r\n", .requestLine),
            ("G(T http://example.com/ HTTP/1.1\r\n", .requestLine),
            ("GET http://example.com/ HTTP/1.1\n", .lineEnding), ("\n", .lineEnding), ("\r\n\r\n\r\n", .requestLine),
            ("\u{16}\u{3}\u{1}", .tls), ("\u{16}ET / HTTP/1.1\r\n\r\n", .tls),
            ("GET http://exa\rmple.com/ HTTP/1.1\r\n", .target),
            // Targets.
            ("GET * HTTP/1.1\r\n", .target), ("GET example.com HTTP/1.1\r\n", .target),
            ("GET example.com:80 HTTP/1.1\r\n", .scheme), ("GET http:/example.com/ HTTP/1.1\r\n", .target),
            ("GET http:///path HTTP/1.1\r\n", .target), ("GET http://:80/ HTTP/1.1\r\n", .target),
            ("GET https://example.com/ HTTP/1.1\r\n", .secureScheme),
            ("GET wss://example.com/ HTTP/1.1\r\n", .secureScheme),
            ("GET ftp://example.com/ HTTP/1.1\r\n", .scheme), ("GET http://user@example.com/ HTTP/1.1\r\n", .target),
            ("GET http://a:b@example.com/ HTTP/1.1\r\n", .target), ("GET http://example.com/#f HTTP/1.1\r\n", .target),
            ("GET http://example.com:0/ HTTP/1.1\r\n", .target),
            ("GET http://example.com:65536/ HTTP/1.1\r\n", .target),
            ("GET http://example.com:+80/ HTTP/1.1\r\n", .target), ("GET http://example.com:8a/ HTTP/1.1\r\n", .target),
            ("GET http://example.com\\@b/ HTTP/1.1\r\n", .target), ("GET http://exa mple.com/ HTTP/1.1\r\n", .target),
            ("GET http://example.com/\u{7F} HTTP/1.1\r\n", .target),
            ("GET http://example.com/\0 HTTP/1.1\r\n", .target),
            ("GET http://[::1 HTTP/1.1\r\n", .target), ("GET http://[::1]x/ HTTP/1.1\r\n", .target),
            ("GET http://[127.0.0.1]/ HTTP/1.1\r\n", .target), ("GET http://[fe80::1%25en0]/ HTTP/1.1\r\n", .target),
            ("CONNECT example.com HTTP/1.1\r\n", .target), ("CONNECT example.com: HTTP/1.1\r\n", .target),
            ("CONNECT example.com:443/ HTTP/1.1\r\n", .target),
            ("CONNECT http://example.com:443 HTTP/1.1\r\n", .target),
            ("CONNECT / HTTP/1.1\r\n", .target), ("CONNECT u@example.com:443 HTTP/1.1\r\n", .target),
            ("CONNECT :443 HTTP/1.1\r\n", .target), ("CONNECT ::1:443 HTTP/1.1\r\n", .target),
            ("CONNECT bücher.example:443 HTTP/1.1\r\n", .target), ("CONNECT example｡com:443 HTTP/1.1\r\n", .target),
            ("CONNECT １２７.0.0.1:443 HTTP/1.1\r\n", .target), ("CONNECT b%C3%BCcher.example:443 HTTP/1.1\r\n", .target),
            ("GET http://bücher.example/ HTTP/1.1\r\n", .target),
            ("GET http://b%C3%BCcher.example/ HTTP/1.1\r\n", .target),
        ] as [(String, RequestError)])
    func refusesRequestLines(text: String, expected: RequestError) {
        #expect(Self.error(text) == expected)
    }

    @Test(
        arguments: [
            ("", .host), ("Host: a\r\nHost: a\r\n", .host), ("Host: a b\r\n", .host), ("Host: a@b\r\n", .host),
            ("Host: bücher.example\r\n", .host), ("Host: a｡\r\n", .host), ("Host: a:99999\r\n", .host),
            ("Host: http://a/\r\n", .host), ("Host: a,b\r\nX: y\r\n", .host),
            ("Host : a\r\n", .fieldLine), (" Host: a\r\n", .fieldLine), ("Host: a\r\n folded\r\n", .fieldLine),
            ("Host: a\r\n\tfolded\r\n", .fieldLine), ("Host: a\r\nX\r\n", .fieldLine),
            ("Host: a\r\n: x\r\n", .fieldLine),
            ("Host: a\r\nX Y: z\r\n", .fieldLine), ("Host: a\r\nX\0: z\r\n", .fieldLine),
            ("Host: a\r\nX: a\0b\r\n", .fieldLine), ("Host: a\r\nX: a\rb\r\n", .fieldLine),
            ("Host: a\r\nX: a\u{1B}[0m\r\n", .fieldLine), ("Host: a\r\nX: a\u{7F}\r\n", .fieldLine),
            ("Host: a\nX: b\r\n", .lineEnding), ("Host: a\r\n\n", .lineEnding), ("Host: a\r\nX: y\r\r\n", .fieldLine),
            ("Host: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n", .framing),
            ("Host: a\r\nContent-Length: 5, 5\r\n", .framing), ("Host: a\r\nContent-Length: +5\r\n", .framing),
            ("Host: a\r\nContent-Length: -1\r\n", .framing), ("Host: a\r\nContent-Length: 0x5\r\n", .framing),
            ("Host: a\r\nContent-Length:\r\n", .framing), ("Host: a\r\nContent-Length: 5 5\r\n", .framing),
            ("Host: a\r\nContent-Length: 9223372036854775808\r\n", .framing),
            ("Host: a\r\nContent-Length: 18446744073709551621\r\n", .framing),
            ("Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: br, chunked\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: chunked, identity\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: identity\r\n", .framing), ("Host: a\r\nTransfer-Encoding:\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: \"chunked\"\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: xchunked\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding: chunked;x=y\r\n", .framing),
            ("Host: a\r\nTransfer-Encoding\u{B}: chunked\r\n", .fieldLine),
        ] as [(String, RequestError)])
    func refusesFields(fields: String, expected: RequestError) {
        let text = "POST http://a/ HTTP/1.1\r\n" + fields + "\r\n"
        #expect(Self.error(text) == expected)
        guard case .failure(expected) = Self.parse(text, pieces: 1) else {
            Issue.record("byte by byte, \(text.debugDescription) is taken")
            return
        }
    }

    @Test func refusesTransferCodingsOfHTTP10AndContentOfConnect() {
        #expect(Self.error("POST http://a/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .framing)
        #expect(Self.error("CONNECT a:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n") == .framing)
        #expect(Self.error("CONNECT a:443 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n") == .framing)
    }

    @Test func boundsEverything() {
        let line = "GET http://a/" + String(repeating: "x", count: 20_000)
        #expect(Self.error(line) == .targetTooLong)
        #expect(Self.error("GET http://a/" + String(repeating: "x", count: 1_000_000)) == .targetTooLong)
        let start = "GET http://a/ HTTP/1.1\r\nHost: a\r\n"
        #expect(Self.error(start + String(repeating: "A: b\r\n", count: 199) + "\r\n") == nil)
        #expect(Self.error(start + String(repeating: "A: b\r\n", count: 200) + "\r\n") == .tooManyFields)
        #expect(Self.error(start + "A: " + String(repeating: "b", count: 70_000)) == .headTooLarge)
        let options = String(repeating: "Connection: a, b, c, d\r\n", count: 9)
        #expect(Self.error(start + options + "\r\n") == .connectionOptions)
    }

    @Test(arguments: [1, 2, 5, 16, .max])
    func tellsTheFirstFaultHoweverTheHeadIsCut(pieces: Int) {
        let faults: [(text: String, expected: RequestError)] = [
            ("G(T / HTTP/1.1\r\nX Y: z\r\n\r\n", .requestLine), ("GET ftp://a/ HTTP/1.1\r\nHost: a\n\r\n", .scheme),
            ("GET / HTTP/2.0\r\nA: " + String(repeating: "b", count: 70_000), .version),
            ("GET / HTTP/1.1\r\nHost: a\n\r\nX Y: z\r\n\r\n", .lineEnding),
            ("\u{16}ET / HTTP/1.1\n\r\n", .tls), ("\nGET / HTTP/1.1\r\n\r\n", .lineEnding),
        ]
        for (text, expected) in faults {
            guard case .failure(expected) = Self.parse(text, pieces: pieces) else {
                Issue.record("in pieces of \(pieces), \(text.prefix(40).debugDescription) is not \(expected)")
                continue
            }
        }
    }

    @Test func leavesWhatFollowsHeadsOfAnyLength() throws {
        for count in 1980...2080 {
            var parser = RequestParser(limits: MessageLimits())
            let value = String(repeating: "a", count: count)
            var input = Array("\r\nGET / HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\nbody\r\n\r\n".utf8)[...]
            let head = try #require(try parser.consume(&input))
            #expect(head.fields.first("X")?.text == value)
            #expect(input.text == "body\r\n\r\n")
            #expect(parser.isEmpty)
        }
    }

    @Test func leavesWhatFollowsAndReadsTheNext() throws {
        var parser = RequestParser(limits: MessageLimits())
        var input = Array("GET /a HTTP/1.0\r\n\r\nGET /b HTTP/1.0\r\n\r\nrest".utf8)[...]
        #expect(try parser.consume(&input) != nil)
        #expect(try parser.consume(&input) != nil)
        #expect(input.text == "rest")
        #expect(try parser.consume(&input) == nil)
        #expect(!parser.isEmpty)
    }
}

import HTTP
import InternetNames
import Testing

@Suite struct ServerRequestReaderTests {
    private typealias Fault = ServerRequestReader.Fault

    /// The requests in a text, whatever the pieces are that it comes in.
    private func requests(
        _ text: String, piece: Int, limit: Int = 100
    ) throws(ServerRequestReader.Fault) -> [ServerRequest] {
        var reader = ServerRequestReader(headLimit: 16 * 1024)
        var requests: [ServerRequest] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var input = rest.prefix(piece)
            rest = rest.dropFirst(piece)
            while !input.isEmpty {
                if let request = try reader.consume(&input, bodyLimit: { _ in limit }) { requests.append(request) }
            }
        }
        return requests
    }

    @Test(arguments: [1, 2, 7, 1000])
    func requestsInAnyPieces(piece: Int) throws {
        let found = try requests(
            "GET /a%20b?x=1&y HTTP/1.1\r\nHost: 127.0.0.1:8090\r\nCookie: c=d\r\n\r\n"
                + "POST /p HTTP/1.1\r\nHost: [::1]:8090\r\nContent-Length: 5\r\n\r\nhello"
                + "POST /q HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
                + "HEAD / HTTP/1.0\r\n\r\n", piece: piece)
        #expect(found.map(\.method) == ["GET", "POST", "POST", "HEAD"])
        #expect(found.map(\.path) == ["/a%20b", "/p", "/q", "/"])
        #expect(found.map(\.query) == ["x=1&y", nil, nil, nil])
        #expect(found.map { $0.authority?.description } == ["127.0.0.1:8090", "[::1]:8090", "localhost:80", nil])
        #expect(found.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", "abcde", ""])
        #expect(found.map(\.isHead) == [false, false, false, true])
        #expect(found.map(\.keepsAlive) == [true, true, true, false])
        #expect(try found[0].only("COOKIE") == "c=d")
        #expect(try found[0].only("Authorization") == nil)
    }

    @Test(arguments: [
        ("GET http://127.0.0.1:8090/ HTTP/1.1\r\nHost: 127.0.0.1:8090\r\n\r\n", Fault.notAPath),
        ("CONNECT 127.0.0.1:8090 HTTP/1.1\r\nHost: 127.0.0.1:8090\r\n\r\n", .notAPath),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .notAPath),
        ("GET / HTTP/1.1\r\n\r\n", .malformed(.host)),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .malformed(.host)),
        ("GET / HTTP/1.1\nHost: a\n\n", .malformed(.lineEnding)),
        ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .malformed(.fieldLine)),
        ("GET / HTTP/2\r\nHost: a\r\n\r\n", .malformed(.version)),
        ("\u{16}\u{3}\u{1}", .malformed(.tls)),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            .malformed(.framing)
        ),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .malformed(.framing)),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .malformed(.chunkedBody)),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", .bodyTooLarge(limit: 100)),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n", .bodyTooLarge(limit: 100)),
    ])
    func refused(text: String, fault: ServerRequestReader.Fault) {
        for piece in [1, 1000] {
            #expect(throws: fault) { _ = try requests(text, piece: piece) }
        }
    }

    @Test func chunksAreLimitedBeforeTheyEnd() {
        let text =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n"
            + String(repeating: "x", count: 200)
        #expect(throws: ServerRequestReader.Fault.bodyTooLarge(limit: 100)) { _ = try requests(text, piece: 10) }
    }

    /// The first fault is thrown, whatever the pieces are.
    @Test(arguments: [1, 2, 3, 1000]) func theFirstFaultOfChunksCounts(piece: Int) {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(throws: Fault.bodyTooLarge(limit: 4)) {
            _ = try requests(head + "2\r\nhe\r\n3\r\nlloX", piece: piece, limit: 4)
        }
        #expect(throws: Fault.malformed(.chunkedBody)) {
            _ = try requests(head + "4\r\nhellX\r\n", piece: piece, limit: 4)
        }
        #expect(throws: Never.self) {
            let found = try requests(head + "2\r\nhe\r\n2\r\nll\r\n0\r\n\r\n", piece: piece, limit: 4)
            #expect(found.map(\.body) == [Array("hell".utf8)])
        }
    }

    @Test func headsAreLimited() {
        let long = "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 17_000)
        #expect(throws: ServerRequestReader.Fault.malformed(.headTooLarge)) { _ = try requests(long, piece: 500) }
        let many = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 101)
        #expect(throws: ServerRequestReader.Fault.malformed(.tooManyFields)) { _ = try requests(many, piece: 500) }
    }

    @Test func fieldsThatStandTwiceAreAmbiguous() throws {
        let found = try requests("GET / HTTP/1.1\r\nHost: a\r\nCookie: a=1\r\ncookie: b=2\r\n\r\n", piece: 100)
        #expect(throws: ServerRequest.AmbiguousField.self) { _ = try found[0].only("Cookie") }
    }

    @Test func clientsThatWaitAreTold() throws {
        var reader = ServerRequestReader(headLimit: 1000)
        #expect(reader.isEmpty)
        var head = Array("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n".utf8)[...]
        #expect(try reader.consume(&head, bodyLimit: { _ in 10 }) == nil)
        #expect(reader.awaitsContinue && reader.awaitsBody && !reader.isEmpty)
        reader.continueSent()
        #expect(!reader.awaitsContinue)
        var body = Array("ab".utf8)[...]
        #expect(try reader.consume(&body, bodyLimit: { _ in 10 })?.body == Array("ab".utf8))
        #expect(!reader.awaitsBody && reader.isEmpty)
    }
}

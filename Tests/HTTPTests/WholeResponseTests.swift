import HTTP
import Testing

@Suite struct WholeResponseTests {
    static let responses: [(text: String, closes: Bool, expected: WholeResponse.State)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", false, .body(Array("body".utf8))),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody and more", false, .body(Array("body".utf8))),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", false, .body([])),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbo", false, .wantsMore),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbo", true, .unusable(.cutOff)),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n", false,
            .body(Array("body".utf8))
        ),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo", true, .unusable(.cutOff)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nbo\r\n0\r\n\r\n", false, .unusable(.encoded)),
        (
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nbody", false,
            .unusable(.encoded)
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Encoding: Identity\r\nContent-Length: 4\r\n\r\nbody", false,
            .body(Array("body".utf8))
        ),
        ("HTTP/1.0 200 OK\r\n\r\nbody", false, .wantsMore),
        ("HTTP/1.0 200 OK\r\n\r\nbody", true, .body(Array("body".utf8))),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", false, .body([120])),
        (
            "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1/\r\n\r\n", false,
            .unusable(.status(301, location: "http://127.0.0.1/"))
        ),
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", false, .unusable(.status(404, location: nil))),
        ("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n", false, .unusable(.tooLarge)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", false, .unusable(.malformed)),
        ("HTTP/1.0 200 OK\r\n\r\nseventeen  bytes!", false, .unusable(.tooLarge)),
        ("220 mail.example.com\r\n", false, .unusable(.malformed)), ("", true, .unusable(.cutOff)),
    ]

    @Test(arguments: responses, [1, 5, Int.max])
    func readsABodyOrNothing(row: (text: String, closes: Bool, expected: WholeResponse.State), size: Int) {
        var response = WholeResponse(limit: 16)
        var state = WholeResponse.State.wantsMore
        var rest = Array(row.text.utf8)[...]
        while !rest.isEmpty {
            state = response.receive(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        if row.closes { state = response.finish() }
        #expect(state == row.expected)
    }

    @Test func anEndlessRowOfInterimResponsesEnds() {
        var response = WholeResponse(limit: 16)
        var state = WholeResponse.State.wantsMore
        for _ in 0..<100 { state = response.receive(Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8)) }
        #expect(state == .unusable(.malformed))
    }
}

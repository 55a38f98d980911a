import Testing

@testable import HTTPServer

@Suite struct ServerResponseTests {
    private static func text(_ response: ServerResponse, isHead: Bool = false, closes: Bool = false) -> String {
        String(decoding: response.bytes(with: [.init("Server", "s")], isHead: isHead, closes: closes), as: UTF8.self)
    }

    private let response = ServerResponse(contentType: "a/b", fields: [.init("X", "y")], body: Array("body".utf8))

    @Test func allFieldsAreWritten() {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nX: y\r\nServer: s\r\nCache-Control: no-store\r\n"
        #expect(Self.text(response) == head + "Content-Length: 4\r\n\r\nbody")
        #expect(Self.text(response, isHead: true) == head + "Content-Length: 4\r\n\r\n")
        #expect(Self.text(response, closes: true) == head + "Connection: close\r\nContent-Length: 4\r\n\r\nbody")
        let stream = String(decoding: response.streamHead(with: [.init("Server", "s")]), as: UTF8.self)
        #expect(stream == head + "Connection: close\r\n\r\n")
    }

    @Test func aFieldThatCouldEndTheHeadIsLeftOut() {
        var response = response
        response.fields = [.init("X", "a\r\nY: b"), .init("Z", "\u{7F}"), .init("W", "w")]
        #expect(Self.text(response).contains("\r\nW: w\r\n"))
        #expect(!Self.text(response).contains("Y: b") && !Self.text(response).contains("Z:"))
    }

    @Test func anUnchangedResponseHasNoBody() {
        var response = response
        response.status = 304
        response.fields = [.init("Cache-Control", "no-cache")]
        let text = Self.text(response)
        #expect(!text.contains("Content-Length") && text.hasSuffix("\r\n\r\n") && !text.contains("no-store"))
    }
}

import HTTP
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct ProxyRequestTests {
    @Test func compactedItHoldsOnToNoMessage() throws {
        var parser = RequestParser(limits: MessageLimits())
        var bytes = Array(
            "GET ws://chat.example/room?1 HTTP/1.1\r\nHost: chat.example\r\nUser-Agent: App/1\r\n\r\n".utf8)[...]
        let head = try #require(try parser.consume(&bytes))
        let request = try #require(ProxyRequest(head)).asked(by: "ann")
        let compacted = request.compacted
        #expect(compacted.load == request.load && compacted.method == "GET" && compacted.query == "1")
        #expect(compacted.user == "ann" && compacted.userAgent == nil)
        #expect(compacted.load.authority.host == .name("chat.example"))
        // A slice of a message does not begin where its memory does; the method does.
        let pieces = [try #require(compacted.load.path), try #require(compacted.query)]
        #expect(pieces.map(\.octets.startIndex) == [0, 0])
        #expect(pieces.map(\.text) == ["/room", "1"])
    }
}

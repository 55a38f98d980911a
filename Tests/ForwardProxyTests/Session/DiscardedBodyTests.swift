import HTTP
import Testing

@testable import ForwardProxy

@Suite struct DiscardedBodyTests {
    private static var limits: Limits {
        var limits = Limits()
        limits.discardedBody = 20
        return limits
    }

    private static func body(_ fields: String) throws -> DiscardedBody? {
        var parser = RequestParser(limits: limits.message)
        var bytes = Array("POST http://a/ HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8)[...]
        return DiscardedBody(try #require(try parser.consume(&bytes)), limits: limits)
    }

    @Test(arguments: [
        ("", "GET", DiscardedBody.Progress.complete, "GET"), ("Content-Length: 3\r\n", "abcGET", .complete, "GET"),
        ("Content-Length: 3\r\n", "ab", .incomplete, ""),
        ("Transfer-Encoding: chunked\r\n", "1\r\na\r\n0\r\n\r\nGET", .complete, "GET"),
        ("Transfer-Encoding: chunked\r\n", "1\r\n", .incomplete, ""),
    ])
    func findsTheEndOfTheBody(fields: String, text: String, progress: DiscardedBody.Progress, rest: String) throws {
        var body = try #require(try Self.body(fields))
        var bytes = Array(text.utf8)[...]
        #expect(body.consume(&bytes) == progress)
        #expect(bytes.text == rest)
    }

    @Test func readsOn() throws {
        var body = try #require(try Self.body("Content-Length: 5\r\n"))
        var (first, second) = (Array("ab".utf8)[...], Array("cdeGET".utf8)[...])
        #expect(body.consume(&first) == .incomplete)
        #expect(body.consume(&second) == .complete && second.text == "GET")
    }

    @Test(arguments: ["x", "11\r\n12345678901234567", "1\r\na\r\n1\r\na\r\n1\r\na\r\n0\r\n\r\n"])
    func givesUpWhatIsMalformedOrTooLong(text: String) throws {
        var body = try #require(try Self.body("Transfer-Encoding: chunked\r\n"))
        var bytes = Array(text.utf8)[...]
        #expect(body.consume(&bytes) == .unreadable)
    }

    @Test func aBodyThatIsKnownToBeTooLongIsNotBegun() throws {
        #expect(try Self.body("Content-Length: 20\r\n") != nil)
        #expect(try Self.body("Content-Length: 21\r\n") == nil)
    }
}

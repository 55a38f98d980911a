import HTTP
import Testing

@testable import ForwardProxy

@Suite struct ForwardedResponseTests {
    private static let text = """
        HTTP/1.1 200 OK\r
        Connection: X-Hop, keep-alive, Set-Cookie\r
        Keep-Alive: timeout=5\r
        X-HOP: 1\r
        Proxy-Authenticate: Basic realm="phish"\r
        Set-Cookie: a\r
        SET-cookie: b\r
        Upgrade: h2c\r
        Transfer-Encoding: chunked\r
        Trailer: X\r
        \r

        """

    private static func forward(_ delivery: ResponseHead.Delivery) throws -> String {
        let head = try SampleHeads.response(text)
        return head.forwarded(delivery)[...].text
    }

    @Test func takesOutWhatIsOfOneHop() throws {
        let expected = """
            HTTP/1.1 200 OK\r
            Set-Cookie: a\r
            SET-cookie: b\r
            Transfer-Encoding: chunked\r
            Trailer: X\r
            Via: 1.1 atsproxy\r
            \r

            """
        #expect(try Self.forward(.init(clientVersion: .http1_1, closes: false)) == expected)
    }

    @Test func tellsHTTP10NothingOfChunks() throws {
        let expected =
            "HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nSET-cookie: b\r\nConnection: close\r\nVia: 1.1 atsproxy\r\n\r\n"
        #expect(try Self.forward(.init(clientVersion: .http1_0, closes: true)) == expected)
    }

    /// The field `Upgrade` of a 426 needs an option of its name (RFC 9110 §7.8), whatever becomes of the connection.
    @Test(
        arguments: [
            (.init(clientVersion: .http1_1, closes: false), "Upgrade"),
            (.init(clientVersion: .http1_1, closes: true), "Upgrade, close"),
            (.init(clientVersion: .http1_0, closes: false), "Upgrade, keep-alive"),
        ] as [(ResponseHead.Delivery, String)])
    func namesTheUpgradeOfA426(delivery: ResponseHead.Delivery, options: String) throws {
        let head = try SampleHeads.response("HTTP/1.1 426 Upgrade\r\nUpgrade: h2c\r\nContent-Length: 0\r\n\r\n")
        let forwarded = head.forwarded(delivery)[...].text
        #expect(forwarded.contains("\r\nUpgrade: h2c\r\n") && forwarded.contains("\r\nConnection: \(options)\r\n"))
    }
}

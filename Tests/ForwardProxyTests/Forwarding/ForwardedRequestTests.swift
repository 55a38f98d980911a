import Testing

@testable import ForwardProxy

@Suite struct ForwardedRequestTests {
    static func forward(_ text: String) throws -> String {
        let head = try SampleHeads.request(text + "\r\n")
        guard case .absolute(let target) = head.target else { return "not absolute" }
        return head.forwarded(to: target)[...].text
    }

    @Test(arguments: [
        ("GET http://a/p?q HTTP/1.1\r\nHost: a\r\n", "GET /p?q HTTP/1.1\r\nHost: a\r\nVia: 1.1 atsproxy\r\n\r\n"),
        ("GET http://A:80 HTTP/1.1\r\nHost: A\r\n", "GET / HTTP/1.1\r\nHost: A\r\nVia: 1.1 atsproxy\r\n\r\n"),
        ("GET http://a?q HTTP/1.1\r\nHost: a\r\n", "GET /?q HTTP/1.1\r\nHost: a\r\nVia: 1.1 atsproxy\r\n\r\n"),
        ("GET http://a:81/ HTTP/1.0\r\n", "GET / HTTP/1.1\r\nHost: a:81\r\nVia: 1.0 atsproxy\r\n\r\n"),
        (
            "GET http://a/ HTTP/1.1\r\nHost:a\r\nV: 1 \r\nW:\t2\r\nX:  3\r\nY:\r\nZ: \r\nQ: q\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nV: 1\r\nW: 2\r\nX: 3\r\nY: \r\nZ: \r\nQ: q\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "POST http://a/ HTTP/1.1\r\nHost: a\r\nTE: gzip\r\nTransfer-Encoding: GZip,  chunked\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: GZip,  chunked\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "GET http://[::1]/ HTTP/1.1\r\nX: 1\r\nhost: b\r\n",
            "GET / HTTP/1.1\r\nX: 1\r\nhost: [::1]\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "OPTIONS http://a HTTP/1.1\r\nHost: a\r\nMax-Forwards: 3\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\nMax-Forwards: 2\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        // A number beyond those that are counted, one of two fields, and what is no number.
        (
            "OPTIONS http://a/ HTTP/1.1\r\nHost: a\r\nMax-Forwards: 99999999999\r\n",
            "OPTIONS / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 4294967294\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "OPTIONS http://a/ HTTP/1.1\r\nHost: a\r\nMax-Forwards: 7\r\nMax-Forwards: 05\r\n",
            "OPTIONS / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 4\r\nMax-Forwards: 4\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "OPTIONS http://a/ HTTP/1.1\r\nHost: a\r\nMax-Forwards: -1\r\n",
            "OPTIONS / HTTP/1.1\r\nHost: a\r\nMax-Forwards: -1\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "GET http://a/ HTTP/1.1\r\nHost: a\r\nMax-Forwards: 3\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 3\r\nVia: 1.1 atsproxy\r\n\r\n"
        ),
        (
            "POST http://a/ HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nVia: 1.0 atsproxy\r\n\r\n"
        ),
    ])
    func rewritesTheHead(text: String, expected: String) throws {
        #expect(try Self.forward(text) == expected)
    }

    @Test func takesOutWhatIsOfOneHop() throws {
        let forwarded = try Self.forward(
            """
            POST http://a/ HTTP/1.1\r
            hOST: a\r
            proxy-AUTHORIZATION: Basic eDp5\r
            Connection: close, X-Hop, Content-Length, authorization, cookie\r
            Proxy-Connection: keep-alive\r
            Keep-Alive: 5\r
            TE: trailers\r
            Trailer: X\r
            x-hop: 1\r
            Authorization: Bearer b\r
            COOKIE: c\r
            Upgrade: websocket\r
            Via: 1.1 other\r
            Content-Length: 3\r

            """)
        #expect(
            forwarded == """
                POST / HTTP/1.1\r
                hOST: a\r
                Trailer: X\r
                Authorization: Bearer b\r
                COOKIE: c\r
                Via: 1.1 other\r
                Content-Length: 3\r
                Via: 1.1 atsproxy\r
                \r

                """)
    }

    @Test(arguments: [
        ("Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n", true),
        ("Upgrade: websocket\r\n", false), ("Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n", false),
        ("Upgrade: websocket, h2c\r\nConnection: Upgrade\r\n", false),
        ("Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 1\r\n", false),
        ("Connection: Upgrade\r\n", false),
    ])
    func passesOnAnUpgrade(fields: String, isPassedOn: Bool) throws {
        let forwarded = try Self.forward("GET http://a/ HTTP/1.1\r\nHost: a\r\n" + fields)
        #expect(forwarded.contains("Upgrade: websocket\r\nConnection: Upgrade\r\n") == isPassedOn)
        #expect(forwarded.contains("pgrade") == isPassedOn)
    }
}

import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

/// Plain HTTP through an upstream proxy.
@Suite struct SessionUpstreamProxyTests {
    private func opened(_ request: String, _ upstreamProxy: UpstreamProxy = Parents.plain) -> (SessionScript, [String])
    {
        let script = SessionScript()
        _ = script.client(request)
        _ = script.on(.permitted(SessionScript.permit))
        return (script, script.on(.connected(isReused: false, upstreamProxy: upstreamProxy)))
    }

    private let get = "GET http://a/x?y HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func theUpstreamProxyGetsTheAbsoluteForm() {
        #expect(opened(get).1 == ["> GET http://a/x?y HTTP/1.1\r\nHost: a\r\n" + Parents.via + "\r\n"])
        let port = opened("GET http://a:8080 HTTP/1.1\r\nHost: a:8080\r\n\r\n").1
        #expect(port == ["> GET http://a:8080/ HTTP/1.1\r\nHost: a:8080\r\n" + Parents.via + "\r\n"])
        let options = opened("OPTIONS http://a HTTP/1.1\r\nHost: a\r\n\r\n").1
        #expect(options == ["> OPTIONS http://a HTTP/1.1\r\nHost: a\r\n" + Parents.via + "\r\n"])
    }

    /// The client's credentials are for this proxy, and the upstream proxy's are ours.
    @Test func credentialsOfTheClientAreNotPassedOn() {
        let request = "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic eDp5\r\n\r\n"
        #expect(
            opened(request, Parents.withPassword).1 == [
                "> GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic YW5uOnM6dA==\r\n" + Parents.via
                    + "\r\n"
            ])
        #expect(!opened(request).1.toOrigin.contains("Proxy-Authorization"))
    }

    @Test func aResponsePassesAndTheConnectionIsKept() {
        let (script, _) = opened(get)
        let lines = script.origin("HTTP/1.1 503 x\r\nContent-Length: 2\r\nVia: 1.1 squid\r\n\r\nno")
        #expect(lines.toClient.hasPrefix("HTTP/1.1 503 x\r\n") && lines.toClient.hasSuffix("no"))
        #expect(lines.contains("keep origin"))
    }

    /// What the upstream proxy asks of this proxy is no question to the client.
    @Test func aQuestionForCredentialsNeverReachesTheClient() {
        let (script, _) = opened(get)
        let lines = script.origin(
            "HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 9\r\n\r\n<secret!>")
        #expect(lines.first == "drop origin" && !lines.joined().contains("secret"))
        #expect(lines.toClient.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(
            lines.toClient.contains(
                "Proxy-Status: atsproxy; error=proxy_configuration_error; next-hop=\"proxy.example:3128\"; "
                    + "received-status=407; details=\"The upstream proxy proxy.example:3128 asks for a name and a password"
            ))
        #expect(!lines.toClient.contains("Proxy-Authenticate"))
        // The next request of the client is served.
        #expect(script.client(get) == ["decide GET http://a:80/x"])
    }

    /// From a server that is reached directly, the status passes.
    @Test func aServersOwn407Passes() {
        let script = SessionScript()
        _ = script.open(get)
        #expect(script.origin("HTTP/1.1 407 x\r\nContent-Length: 0\r\n\r\n").toClient.hasPrefix("HTTP/1.1 407"))
    }

    @Test func theUpstreamProxyIsNamedForWhatItDoes() {
        let cases: [(Session.Event, String, String)] = [
            (.originFinished, "connection_terminated", "closed the connection"),
            (.originFailed, "connection_terminated", "closed the connection"),
            (.originSent(Array("SSH-2.0\r\n".utf8)[...]), "http_protocol_error", "sends no HTTP"),
            (
                .originSent(Array("HTTP/1.1 200 OK\r\nbad field\r\n\r\n".utf8)[...]), "http_protocol_error",
                "gave an answer that cannot be used"
            ),
            (.originSent(Array("HTTP/1.1 101 x\r\n\r\n".utf8)[...]), "http_protocol_error", "cannot be used"),
            (.deadlinePassed, "connection_read_timeout", "did not answer in time"),
        ]
        for (event, error, words) in cases {
            let (script, _) = opened(get)
            let lines = script.on(event)
            #expect(lines.toClient.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
            #expect(lines.toClient.contains("error=\(error); next-hop=\"proxy.example:3128\""))
            #expect(lines.toClient.contains(words))
            #expect(
                lines.contains { $0.hasPrefix("finished 502 proxy refused(") && $0.contains("UpstreamProxyFailure") })
        }
    }

    /// RFC 9112 §9.3.1: a connection that was used before may have been closed before the request came.
    @Test func aRequestIsSentAgainOnANewConnection() {
        let script = SessionScript()
        _ = script.client(get)
        _ = script.on(.permitted(SessionScript.permit))
        _ = script.on(.connected(isReused: true, upstreamProxy: Parents.plain))
        #expect(script.on(.originFinished) == ["drop origin", "connect a:80"])
        let again = script.on(.connected(isReused: false, upstreamProxy: Parents.plain))
        #expect(again.toOrigin.hasPrefix("GET http://a/x?y HTTP/1.1\r\n"))
    }

    @Test(arguments: ["GET http://a/ HTTP/1.1\r\nHost: a\r\n", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n"])
    func aRequestThatComesBackIsRefused(request: String) {
        let lines = SessionScript().client(request + Parents.via + "\r\n")
        #expect(lines.toClient.hasPrefix("HTTP/1.1 508 Loop Detected\r\n"))
        #expect(lines.toClient.contains("error=proxy_loop_detected"))
        #expect(lines.last == "finished 508 proxy refused(ForwardProxy.Refusal.loop)")
        let other = SessionScript().client(request + "Via: 1.1 atsproxy\r\n\r\n")
        #expect(other.first?.hasPrefix("decide ") == true)
    }
}

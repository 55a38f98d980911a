import HTTP
import InternetNames
import Testing

@testable import ForwardProxy

/// An upstream proxy for the tests of this folder.
enum Parents {
    static let authority = Authority(host: .name("proxy.example"), port: 3128)
    static let plain = UpstreamProxy(authority)
    static let withPassword = UpstreamProxy(authority, credentials: BasicCredentials("ann:s:t"))
    static let via = "Via: 1.1 atsproxy (\(String(decoding: Via.mark, as: UTF8.self)))\r\n"
}

@Suite struct UpstreamProxyTests {
    @Test func sendsItsCredentialsAndTheMarkOfThisProcess() {
        #expect(String(decoding: Parents.plain.fields, as: UTF8.self) == Parents.via)
        #expect(
            String(decoding: Parents.withPassword.fields, as: UTF8.self)
                == "Proxy-Authorization: Basic YW5uOnM6dA==\r\n" + Parents.via)
    }

    @Test func isOnTheWayToAllButExemptDestinations() throws {
        var bypass = ProxyBypass()
        try bypass.add("a.example:80")
        let upstreamProxy = UpstreamProxy(Parents.authority, bypass: bypass)
        #expect(upstreamProxy.onTheWay(to: Authority(host: .name("a.example"), port: 80)) == nil)
        #expect(upstreamProxy.onTheWay(to: Authority(host: .name("a.example"), port: 443)) == upstreamProxy)
        #expect(Parents.plain.onTheWay(to: Authority(host: .name("a.example"), port: 80)) == Parents.plain)
    }

    /// No text that a log could hold has the password.
    @Test func thePasswordIsInNoText() {
        let upstreamProxy = Parents.withPassword
        #expect(
            "\(upstreamProxy)" == "proxy.example:3128"
                && "\(NextHop.upstreamProxy(upstreamProxy))".contains("s:t") == false)
        let failure = UpstreamProxyFailure(of: upstreamProxy, .credentialsRejected)
        #expect(!failure.message(about: .name("a")).contains("s:t") && !"\(failure)".contains("s:t"))
    }

    @Test(arguments: ["ann", "", "ann:pass\u{7}word", "a\nb:c"])
    func credentialsNeedAColonAndNoControls(text: String) {
        #expect(BasicCredentials(text) == nil)
    }

    @Test func theMarkTellsAMessageThatComesBack() throws {
        func isMarked(_ via: String) throws -> Bool {
            var parser = RequestParser(limits: MessageLimits())
            var bytes = Array("GET http://a/ HTTP/1.1\r\nHost: a\r\n\(via)\r\n".utf8)[...]
            return Via.isMarked(try #require(try parser.consume(&bytes)).fields)
        }
        let mark = String(decoding: Via.mark, as: UTF8.self)
        #expect(mark.utf8.count == 16)
        #expect(try isMarked(Parents.via))
        #expect(try isMarked("Via: 1.0 fred, 1.1 atsproxy (\(mark)), 1.1 squid (squid/5.7)\r\n"))
        #expect(try isMarked("Via: 1.0 fred\r\nVia: 1.1 atsproxy (\(mark))\r\n"))
        for other in [
            "", "Via: 1.1 atsproxy\r\n", "Via: 1.1 atsproxy (0\(mark))\r\n", "Via: \(mark)\r\n", "Via: (\r\n",
        ] {
            #expect(try !isMarked(other), "\(other)")
        }
    }
}

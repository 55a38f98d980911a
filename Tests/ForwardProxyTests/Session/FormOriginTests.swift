import HTTP
import InternetNames
import SetupPages
import Testing

@testable import ForwardProxy

@Suite struct FormOriginTests {
    private static func origin(_ fields: String) throws -> FormOrigin {
        var parser = RequestParser(limits: MessageLimits())
        var bytes = Array("POST /profile HTTP/1.1\r\nHost: 192.0.2.5:8080\r\n\(fields)\r\n".utf8)[...]
        let head = try #require(try parser.consume(&bytes))
        return FormOrigin(head.fields, sentTo: Authority(host: .address(.v4(0xC000_0205)), port: 8080))
    }

    @Test(arguments: [
        "", "Origin: http://192.0.2.5:8080\r\n", "Referer: http://192.0.2.5:8080/?a\r\n",
        "Sec-Fetch-Site: same-origin\r\norigin: http://192.0.2.5:8080\r\nReferer: http://evil.example/\r\n",
    ])
    func pagesOfTheProxyAreItsOwn(fields: String) throws {
        #expect(try Self.origin(fields) == .own)
    }

    @Test(arguments: [
        "Origin: http://192.0.2.5\r\n", "Origin: https://192.0.2.5:8080\r\n", "Origin: null\r\n", "Origin: \r\n",
        "Origin: http://192.0.2.5:8080@evil.example\r\n", "Origin: http://192.0.2.5:8080.evil.example\r\n",
        "Referer: http://evil.example/http://192.0.2.5:8080/\r\n", "Sec-Fetch-Site: none\r\n",
        "Origin: http://192.0.2.5:8080\r\nSec-Fetch-Site: cross-site\r\n",
    ])
    func pagesOfOthersAreNot(fields: String) throws {
        #expect(try Self.origin(fields) == .other)
    }

    /// What the proxy reads itself is small, whatever it is.
    @Test func bodiesAreSmall() {
        let inquiry = LocalPages.Inquiry(path: "", reachedAddress: nil, isProxied: true, userAgent: "")
        let subjects: [LocalRequest.Subject] = [.label, .profile(inquiry)]
        #expect(subjects.map(\.limit) == [1024, 4096] && subjects.map(\.unreadable.status) == [400, 400])
    }
}

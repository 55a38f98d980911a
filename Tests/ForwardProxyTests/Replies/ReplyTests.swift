import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct ReplyTests {
    private static let host = Host.name("legacy.example.com")

    private static func finding(_ rule: RuleID, message: String, keys: [String: PropertyValue]) -> Finding {
        Finding(
            rule: rule, message: message, expected: "TLSv1.2", actual: "TLSv1.0",
            error: LoadError(
                code: .secureConnectionFailed, status: .peerProtocolVersion,
                text: "A TLS error caused the secure connection to fail."),
            exception: .init(domain: "legacy.example.com", keys: keys))
    }

    private static let blocked: Reply = {
        let verdict = Verdict(violations: [
            finding(
                .tlsVersion, message: "It offers \"TLS 1.0\" <only>.",
                keys: ["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]),
            finding(
                .tlsForwardSecrecy, message: "No forward secrecy.",
                keys: ["NSExceptionRequiresForwardSecrecy": .boolean(false)]),
        ])
        return Reply(.blocked(verdict, Requirements(host: host, os: .newest)), host: host)
    }()

    private static func head(_ fields: String) throws -> RequestHead {
        try #require(
            try RequestParserTests.parse("GET http://a/ HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n").get())
    }

    @Test func saysInFieldsAndJSONWhatIsBlocked() throws {
        let response = Self.blocked.response(to: try Self.head("Accept: */*\r\n"), closes: false)[...].text
        let json = try #require(response.split(separator: "\r\n\r\n").last)
        #expect(
            response.hasPrefix(
                """
                HTTP/1.1 403 Forbidden\r
                Content-Type: application/json\r
                Content-Length: \(json.utf8.count)\r
                Cache-Control: no-store\r
                Proxy-Status: atsproxy; error=http_request_denied; details="It offers \\"TLS 1.0\\" <only>."\r
                ATS-Violation: tls.version, tls.forward-secrecy\r
                \r

                """))
        #expect(
            json == """
                {"decision":"blocked","status":403,"message":"It offers \\"TLS 1.0\\" \\u003conly>.",\
                "error":"http_request_denied","host":"legacy.example.com","violations":[\
                {"rule":"tls.version","message":"It offers \\"TLS 1.0\\" \\u003conly>.","expected":"TLSv1.2",\
                "actual":"TLSv1.0","status":-9836,"urlError":-1200,"urlErrorText":\
                "A TLS error caused the secure connection to fail.",\
                "exception":{"domain":"legacy.example.com","keys":{"NSExceptionMinimumTLSVersion":"TLSv1.0"}}},\
                {"rule":"tls.forward-secrecy","message":"No forward secrecy.","expected":"TLSv1.2",\
                "actual":"TLSv1.0","status":-9836,"urlError":-1200,"urlErrorText":\
                "A TLS error caused the secure connection to fail.",\
                "exception":{"domain":"legacy.example.com","keys":{"NSExceptionRequiresForwardSecrecy":false}}}],\
                "warnings":[],"remedy":{"domain":"legacy.example.com","keys":{\
                "NSExceptionMinimumTLSVersion":"TLSv1.0","NSExceptionRequiresForwardSecrecy":false}}}

                """)
    }

    @Test func showsAPersonAPage() throws {
        let page = Self.blocked.response(to: try Self.head("Accept: text/html, */*;q=0.8\r\n"), closes: true)[...].text
        #expect(page.contains("Content-Type: text/html; charset=utf-8\r\n") && page.contains("Connection: close\r\n"))
        #expect(
            page.contains("It offers &quot;TLS 1.0&quot; &lt;only&gt;.")
                && !page.contains("<p>It offers \"TLS 1.0\" <only>"))
        #expect(page.ranges(of: "<p>It offers").count == 1 && page.contains("<p>No forward secrecy.</p>"))
        #expect(page.contains("&lt;key&gt;NSExceptionMinimumTLSVersion&lt;/key&gt;"))
        #expect(page.contains("&lt;false/&gt;"))
    }

    @Test func offersNoExceptionWhereOneViolationHasNone() {
        var verdict = Verdict(violations: [Self.finding(.tlsVersion, message: "", keys: [:])])
        verdict.violations.append(Finding(rule: .tunnelSNI, message: "", expected: "", actual: ""))
        let explanation = RefusalExplanation(status: 403, decision: .blocked, message: "", verdict: verdict)
        #expect(explanation.exception == nil)
    }

    /// An entry that leaves a failure of trust to the app does not make the load succeed. It is shown, but is no
    /// exception.
    @Test func offersNoExceptionThatLeavesItToTheApp() throws {
        var verdict = Verdict(violations: [Self.finding(.tlsVersion, message: "Old.", keys: [:])])
        let entry = Finding.Exception(
            domain: "legacy.example.com", keys: ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)],
            overridable: true)
        verdict.violations.append(
            Finding(rule: .certificateTrust, message: "Unknown.", expected: "", actual: "", exception: entry))
        let explanation = RefusalExplanation(status: 403, decision: .blocked, message: "", verdict: verdict)
        #expect(explanation.sufficientException == nil && explanation.exception?.overridable == true)
        let json = String(decoding: explanation.json, as: UTF8.self)
        #expect(json.contains(#""remedy":null"#) && json.contains(#""overridable":true"#))
        let page = String(decoding: explanation.page, as: UTF8.self)
        #expect(page.contains("No exception makes the load succeed") && page.contains("unless the app accepts it"))
        #expect(!page.contains("would permit it") && page.contains("NSExceptionAllowsInsecureHTTPLoads"))
    }

    @Test func sendsNoBodyToHEAD() throws {
        let head = try #require(try RequestParserTests.parse("HEAD http://a/ HTTP/1.0\r\n\r\n").get())
        let response = Self.blocked.response(to: head, closes: false)[...].text
        #expect(response.hasSuffix("Connection: keep-alive\r\n\r\n") && !response.contains("Content-Length: 0"))
    }

    @Test func saysWhenToTryAgain() {
        let response = Reply(.limitReached, host: Self.host).response(to: nil, closes: true)[...].text
        #expect(response.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") && response.contains("Retry-After: 5\r\n"))
    }

    @Test(arguments: RequestError.allCases)
    func everyErrorOfARequestHasAReply(error: RequestError) {
        let response = Reply(error).response(to: nil, closes: true)[...].text
        #expect(response.hasPrefix("HTTP/1.1 \(error.status) ") && !response.contains("\(error.status) \r\n"))
        #expect(response.contains(error.message))
    }
}

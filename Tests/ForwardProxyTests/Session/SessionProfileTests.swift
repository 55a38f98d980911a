import Testing

@testable import ForwardProxy

/// A device asks for a configuration profile: the phases `readingBody` and `writingProfile`.
@Suite struct SessionProfileTests {
    private static let form = "profile=network&ssid=Lab&password=12345678"
    private static let type = "Content-Type: application/x-www-form-urlencoded\r\n"

    private static func post(
        _ body: String = form, _ fields: String = "", host: String = "192.0.2.5:8080", type: String = type
    ) -> String {
        "POST /profile HTTP/1.1\r\nHost: \(host)\r\n\(type)\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func status(_ lines: [String]) -> String { String(lines.toClient.dropFirst(9).prefix(3)) }

    @Test func aFormIsAnsweredByAProfile() {
        let script = SessionScript()
        #expect(script.client(Self.post()) == ["write profile Lab"])
        let lines = script.on(.profileWritten(Array("<plist/>".utf8)))
        #expect(Self.status(lines) == "200" && lines.toClient.hasSuffix("\r\n\r\n<plist/>"))
        #expect(lines.toClient.contains("Content-Type: application/x-apple-aspen-config\r\n"))
        #expect(lines.toClient.contains("Content-Disposition: attachment; filename=\"atsproxy.mobileconfig\"\r\n"))
        #expect(lines.toClient.contains("Cache-Control: no-store\r\n"))
        #expect(script.client("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n") == ["decide GET http://a:80/"])
    }

    @Test func whatCannotBeSignedIsSaid() {
        let script = SessionScript()
        _ = script.client(Self.post())
        #expect(Self.status(script.on(.profileWritten(nil))) == "500")
    }

    /// Before and after a device is set up: to an address of the proxy, and through the proxy.
    @Test(arguments: [
        "POST /profile HTTP/1.1\r\nHost: 192.0.2.5:8080\r\nOrigin: http://192.0.2.5:8080\r\n",
        "POST /profile HTTP/1.1\r\nHost: 10.0.0.1:8080\r\nOrigin: http://10.0.0.1:8080\r\nSec-Fetch-Site: same-origin\r\n",
        "POST /profile HTTP/1.1\r\nHost: localhost:8080\r\nReferer: http://localhost:8080/\r\n",
        "POST http://ats.setup/profile HTTP/1.1\r\nHost: ats.setup\r\nOrigin: http://ats.setup\r\n",
        "POST /profile HTTP/1.1\r\nHost: ats.setup\r\n",
    ])
    func ownPagesMayAsk(head: String) {
        let length = "Content-Length: \(Self.form.utf8.count)\r\n\r\n"
        for requiresAuthentication in [false, true] {
            let script = SessionScript(requiresAuthentication: requiresAuthentication)
            #expect(script.client(head + Self.type + length + Self.form) == ["write profile Lab"])
        }
    }

    @Test(arguments: [
        ("192.0.2.5:8080", "Origin: http://192.0.2.5\r\n"), ("192.0.2.5:8080", "Origin: https://192.0.2.5:8080\r\n"),
        ("192.0.2.5:8080", "Origin: null\r\n"), ("192.0.2.5:8080", "Origin: http://evil.example\r\n"),
        ("192.0.2.5:8080", "Origin: http://192.0.2.5:8080\r\nSec-Fetch-Site: same-site\r\n"),
        ("192.0.2.5:8080", "Sec-Fetch-Site: cross-site\r\n"), ("192.0.2.5:8080", "Referer: http://evil.example/a\r\n"),
        ("192.0.2.5:8080", "Origin: http://192.0.2.5:8080\r\nOrigin: http://evil.example\r\n"),
        ("evil.example:8080", "Origin: http://evil.example:8080\r\n"), ("evil.example:8080", ""),
    ])
    func pagesOfOthersMayNot(host: String, fields: String) {
        let lines = SessionScript().client(Self.post(Self.form, fields, host: host))
        #expect(Self.status(lines) == "403" && !lines.contains { $0.hasPrefix("write") })
    }

    @Test func otherRequestsAreRefused() {
        #expect(Self.status(SessionScript().client(Self.post(type: "Content-Type: text/plain\r\n"))) == "415")
        #expect(Self.status(SessionScript().client(Self.post(type: ""))) == "415")
        let get = SessionScript().client("GET /profile HTTP/1.1\r\nHost: 192.0.2.5:8080\r\n\r\n")
        #expect(Self.status(get) == "405" && get.toClient.contains("\r\nAllow: POST\r\n"))
        let refused = SessionScript(admission: .notAllowed).client(Self.post())
        #expect(Self.status(refused) == "403" && refused.last == "close client")
    }

    /// A refusal names the reason and not the password, and the next request follows.
    @Test func faultsAreSaid() {
        let script = SessionScript()
        let lines = script.client(Self.post("profile=network&ssid=Lab&password=secret"))
        #expect(Self.status(lines) == "400" && lines.toClient.contains("8 to 63 bytes"))
        #expect(!lines.toClient.contains("secret") && !lines.contains("close client"))
        #expect(script.client("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n") == ["decide GET http://a:80/"])
    }

    /// However the request is cut, it is read alike, and the request behind it waits for the profile.
    @Test func pieces() {
        let text = Self.post() + "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"
        for size in [1, 5, text.utf8.count] {
            let script = SessionScript()
            var lines: [String] = []
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                lines += script.on(.clientSent(bytes.prefix(size)))
                bytes = bytes.dropFirst(size)
            }
            #expect(lines == ["write profile Lab"])
            #expect(script.on(.profileWritten([0x30])).last == "decide GET http://a:80/", "\(size)")
        }
    }

    @Test func bodiesAreBoundedInSizeAndTime() {
        let long = SessionScript().client(Self.post(String(repeating: "a", count: 4097)))
        #expect(Self.status(long) == "400" && long.last == "close client")
        let script = SessionScript()
        let head = "POST /profile HTTP/1.1\r\nHost: 192.0.2.5:8080\r\n\(Self.type)Content-Length: 9\r\n\r\nprofile="
        #expect(script.deadlines(.clientSent(Array(head.utf8)[...])).last == .some(.localBody))
        #expect(script.on(.deadlinePassed) == ["close client"])
    }

    @Test func aClientThatIsGoneGetsNothing() {
        let script = SessionScript()
        _ = script.client(Self.post())
        #expect(script.on(.clientFailed) == [])
        #expect(script.on(.profileWritten([0x30])) == [])
        let finished = SessionScript()
        _ = finished.client(Self.post())
        _ = finished.on(.clientFinished)
        #expect(finished.on(.profileWritten([0x30])).last == "close client")
    }
}

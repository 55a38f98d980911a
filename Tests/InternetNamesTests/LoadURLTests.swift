import InternetNames
import Testing

@Suite struct LoadURLTests {
    @Test(
        arguments: [
            ("https://example.com/", .https, "example.com:443", "/"),
            ("http://example.com", .http, "example.com:80", "/"),
            ("HTTP://Example.COM:8080/a/b?c=d#e", .http, "example.com:8080", "/a/b"),
            ("ws://example.com?q", .ws, "example.com:80", "/"), ("wss://example.com/x", .wss, "example.com:443", "/x"),
            ("example.com", .https, "example.com:443", "/"), ("example.com:8443/p", .https, "example.com:8443", "/p"),
            ("example.com/http://other", .https, "example.com:443", "/http://other"),
            ("localhost:1", .https, "localhost:1", "/"), ("[::1]:8443", .https, "[::1]:8443", "/"),
            ("https://[fe80::1%25en0]/", .https, "[fe80::1]:443", "/"),
            ("https://example.com:/", .https, "example.com:443", "/"),
            ("https://user:secret@example.com/", .https, "example.com:443", "/"),
            ("https://example.com@192.0.2.1/", .https, "192.0.2.1:443", "/"),
            ("http://0x7f.1/", .http, "127.0.0.1:80", "/"),
            ("http://example.com/ü", .http, "example.com:80", "/ü"),
            ("https://example.com/\u{301}a?\u{301}b", .https, "example.com:443", "/\u{301}a"),
            ("https://evil.example/\u{301}@example.com", .https, "evil.example:443", "/\u{301}@example.com"),
            ("https://evil.example?\u{301}@example.com/", .https, "evil.example:443", "/"),
            ("https://example.com#\u{301}@evil.example/", .https, "example.com:443", "/"),
        ] as [(String, Load.Scheme, String, String)])
    func readsURLs(text: String, scheme: Load.Scheme, authority: String, path: String) throws {
        let url = try LoadURL(text)
        #expect(url.scheme == scheme)
        #expect(url.authority.description == authority)
        #expect(url.path == path)
    }

    @Test(arguments: [
        ("http://example.com/ä?q", "http://example.com/ä?q"), ("example.com", "https://example.com"),
        ("https://user:secret@example.com:1/", "https://example.com:1/"),
    ])
    func keepsTheTextButNoUserInformation(text: String, kept: String) throws {
        #expect(try LoadURL(text).text == kept)
    }

    @Test(arguments: [
        ("https://[fe80::1%25eth0]/", true), ("[fe80::1%eth0]:8443", true), ("https://[::1]/%25", false),
        ("https://[::1]/?a=[%]", false), ("https://example.com/[%25]", false), ("https://127.0.0.1/[%25]", false),
    ])
    func tellsAZone(text: String, hasZone: Bool) throws {
        #expect(try LoadURL(text).hasZone == hasZone)
    }

    @Test(
        arguments: [
            ("", .noHost), ("https://", .noHost), ("https:///path", .noHost), ("https://user@", .noHost),
            ("https://:443", .noHost), ("HTTPS:/example.com", .noHost), ("wss//example.com:80", .noHost),
            ("ftp://example.com/", .scheme("ftp")), ("://example.com", .scheme("")),
            ("https://a b/", .character), ("https://example.com\\@evil.example", .character), ("a\u{0}", .character),
            ("https://a/\u{85}", .character), ("https://a/\u{2028}", .character), ("https://a/\u{3000}", .character),
            ("https://\u{301}a/", .host("\u{301}a")), ("https://bücher.example/", .host("bücher.example")),
            ("https://[::1]\u{301}/", .host("[::1]\u{301}")),
            ("https://exam%70le.com/", .host("exam%70le.com")), ("https://[::1/", .host("[::1")), ("::1:x", .bareIPv6),
            ("fe80::1%eth0", .bareIPv6),
            ("https://example.com:0/", .port("0")), ("https://example.com:65536/", .port("65536")),
            ("https://example.com:+80/", .port("+80")), ("mailto:someone", .port("someone")),
            ("mailto:x@example.com", .scheme("mailto")), ("sip:x@example.com:5060", .scheme("sip")),
            (String(repeating: "a", count: 70_000), .tooLong),
        ] as [(String, MalformedURL.Reason)])
    func refusesInvalidURLs(text: String, reason: MalformedURL.Reason) {
        let error = #expect(throws: MalformedURL.self) { try LoadURL(text) }
        #expect(error?.reason == reason)
        #expect(error?.description.hasSuffix(".") == true)
    }

    /// Messages end up in reports and logs.
    @Test(arguments: [
        "bob:hunter2@a.example", "https://bob:hunter2@a.example:99999/", "ftp://bob:hunter2@a.example/?q",
        "https://a b/?hunter2", "https://x@y:hunter2@a.example:0/", "see https://bob:hunter2@a.example",
        "https://bob:hunter2@a.example:99999/@user", "ftp://bob:hunter2@a.example/x@1.0/y",
        "https:/bob:hunter2@a.example", "https://bob:hunter2/x@a.example/", "https://bob:hunter2?x@a.example/",
        "ftp://a.example/#token=hunter2",
    ])
    func errorsHoldNoSecret(text: String) {
        let error = #expect(throws: MalformedURL.self) { try LoadURL(text) }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func anAddressNeedsNoBrackets() throws {
        #expect(try LoadURL("2001:db8::1").text == "https://[2001:db8::1]" && LoadURL("::1").port == 443)
    }

    @Test func errorsEscapeControlCharacters() {
        let error = #expect(throws: MalformedURL.self) { try LoadURL("https://\u{1B}[2J\u{202E}/") }
        #expect(error?.description.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" } == false)
    }
}

import InternetNames
import Testing

@Suite struct ListedURLTests {
    /// The spellings that logs, spreadsheets, scanners and browsers have.
    @Test(
        arguments: [
            ("example.com", "https://example.com:443/"), (" Example.com:8443 ", "https://example.com:8443/"),
            ("example.com,8443", "https://example.com:8443/"), ("\u{FEFF}example.com", "https://example.com:443/"),
            ("example.com , 8443 # why", "https://example.com:8443/"),
            ("2001:db8::1", "https://[2001:db8::1]:443/"), ("2001:DB8::1,444", "https://[2001:db8::1]:444/"),
            ("[2001:db8::1]:444", "https://[2001:db8::1]:444/"), ("192.0.2.7", "https://192.0.2.7:443/"),
            ("http://example.com/a,b", "http://example.com:80/a,b"), ("example.com/a#b", "https://example.com:443/a"),
            ("wss://user@example.com", "wss://example.com:443/"),
            ("example.com,", "https://example.com:443/"), ("example.com:8443,", "https://example.com:8443/"),
        ])
    func readsALine(line: String, url: String) throws {
        let read = try #require(ListedURL(line)).url()
        #expect("\(read.scheme.rawValue)://\(read.authority)\(read.path)" == url)
    }

    @Test(arguments: ["", "  ", "# comment", " \t# comment", "\r", "\u{FEFF}", "\u{FEFF}# comment"])
    func findsNothingInABlankLine(line: String) {
        #expect(ListedURL(line) == nil)
    }

    @Test(arguments: [
        "not a host", "*.example.com", "example.com,x", "example.com,443,owner", "192.0.2.0/24",
        "2001:db8::/32", "example.com:99999", "example.com;443", "ftp://example.com", "2001:db8::1::2",
    ])
    func refusesALineThatNamesNoSingleHost(line: String) throws {
        let listed = try #require(ListedURL(line))
        #expect(throws: MalformedURL.self) { try listed.url() }
    }

    /// A sentence quotes the line, and not what was read from its columns.
    @Test(arguments: [
        ("example.com,x", MalformedURL.Reason.port("x")), ("example.com:8443,443", .port("8443,443")),
        ("2001:db8::1::2,443", .bareIPv6), ("fe80::1,99999", .port("99999")),
    ])
    func aFaultQuotesTheLine(line: String, reason: MalformedURL.Reason) throws {
        let listed = try #require(ListedURL(line))
        let error = #expect(throws: MalformedURL.self) { try listed.url() }
        #expect(error?.text == line)
        #expect(error?.reason == reason)
    }
}

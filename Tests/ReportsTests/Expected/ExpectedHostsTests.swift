import Reports
import Testing

@Suite struct ExpectedHostsTests {
    private static func read(_ text: String) throws(ExpectedHosts.Malformed) -> ExpectedHosts {
        try ExpectedHosts(Array(text.utf8), source: "hosts", ascii: { $0 == "ü.example" ? "xn--tda.example" : $0 })
    }

    @Test func readsLists() throws {
        let hosts = try Self.read("a.example\n\n# comment\n  ü.example  # why\r\nb.example")
        #expect(hosts.hosts.map(\.name) == ["a.example", "xn--tda.example", "b.example"] && !hosts.isPrivacyReport)
        #expect(hosts.source == "hosts" && hosts.unreadableLines == 0)
    }

    /// The content tells which form a file has.
    @Test func tellsFormsApartByContent() throws {
        let report = try Self.read(" \n\(AppPrivacyReportTests.access)\nnoise\n\(AppPrivacyReportTests.example)")
        #expect(report.isPrivacyReport && report.hosts.map(\.name) == ["api.example.com"])
        #expect(report.unreadableLines == 1 && report.firstUnreadableLines == [3])
    }

    /// Lists come from logs, spreadsheets and browsers.
    @Test(
        arguments: [
            ("HTTPS://user@Pay.example.com:8443/x?y#z", "pay.example.com"), ("img.example.com:443", "img.example.com"),
            (" A.Example. ", "a.example"), ("https://ü.example./", "xn--tda.example"), ("a.example/path", "a.example"),
            ("\u{FEFF}a.example\r\nA.EXAMPLE:80\r\n", "a.example"), ("[2001:DB8::1]:443", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"), ("a.example,443", "a.example"), ("http://192.0.2.7/24", "192.0.2.7"),
        ])
    func readsSpellingsOfAHost(text: String, name: String) throws {
        #expect(try Self.read(text).hosts.map(\.name) == [name])
    }

    /// Messages end up in reports and logs.
    @Test(arguments: [("https://user:secret@x y/", "https://…@x y/"), ("a_b@:x", "…@:x")])
    func aMessageHoldsNoSecret(text: String, shown: String) {
        #expect(throws: ExpectedHosts.Malformed.noHost(line: 1, text: shown)) { try Self.read(text) }
    }

    @Test(arguments: [
        "*.example.com", "a.example b.example", "a.example,3,4", "192.0.2.0/24", "a.example:99999",
        "not a host", "[2001:db8::1", ".example", "https://",
    ])
    func aLineThatNamesNoHostIsAnError(text: String) {
        #expect(throws: ExpectedHosts.Malformed.noHost(line: 3, text: text)) {
            try Self.read("# first\r\na.example\r\n  \(text)  # why\r\nb.example")
        }
        let sentence = ExpectedHosts.Malformed.noHost(line: 3, text: text).sentence
        #expect(sentence.contains("line 3 (\(text))") && sentence.contains("pattern") == text.contains("*"))
    }

    /// A file in another form is never taken for a list.
    @Test func formsOfFilesAreTold() {
        let line = AppPrivacyReportTests.example
        let utf16 = line.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let forms: [([UInt8], ExpectedHosts.Malformed)] = [
            ([0xFF, 0xFE] + utf16, .utf16), (utf16, .utf16), ([0xFE, 0xFF, 0x00] + utf16.dropLast(), .utf16),
            ([0x1F, 0x8B, 0x08, 0x00], .compressed("gzip")),
            (Array("PK\u{3}\u{4}".utf8) + [0x14, 0], .compressed("zip")),
            (Array(" [\n  \(line),\n\(line)]".utf8), .array), (Array("\u{FEFF}[ ]".utf8), .array),
        ]
        for (bytes, form) in forms {
            #expect(throws: form) { try ExpectedHosts(bytes, source: "hosts", ascii: { $0 }) }
            #expect(form.sentence.hasPrefix("is ") && form.sentence.hasSuffix("."))
        }
    }

    @Test(
        arguments: [
            ("", .emptyList), ("# none\n", .emptyList), (AppPrivacyReportTests.access, .emptyPrivacyReport),
            (#"{"event":"decision"}"#, .noPrivacyReport), ("{", .noPrivacyReport),
        ] as [(String, ExpectedHosts.Malformed)])
    func saysWhyThereIsNoHost(text: String, reason: ExpectedHosts.Malformed) {
        #expect(throws: reason) { try Self.read(text) }
        #expect(reason.sentence.hasSuffix("."))
    }
}

import Testing
import InternetNames

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("", ""), ("example.com", "example.com"), ("bücher 例え", "bücher 例え"), ("a\u{1B}[31m", "a\\u{1B}[31m"),
        ("a\r\nb", "a\\u{D}\\u{A}b"), ("\u{7F}\u{85}", "\\u{7F}\\u{85}"), ("\u{202E}moc", "\\u{202E}moc"),
        ("\u{2028}\u{FEFF}\u{E000}", "\\u{2028}\\u{FEFF}\\u{E000}"), ("e\u{301}", "e\u{301}"),
        ("\u{FFFE}\u{10FFFF}", "\\u{FFFE}\\u{10FFFF}"), ("\u{61C}\u{E0001}", "\\u{61C}\\u{E0001}"), ("é😀", "é😀"),
    ])
    func escapesInvisibleCharacters(text: String, shown: String) {
        #expect(text.visible() == shown)
    }

    @Test func isTruncatedAtTheLimit() {
        #expect("abcd".visible(limit: 4) == "abcd")
        #expect("abcde".visible(limit: 4) == "abcd…")
        #expect(String(repeating: "\u{1B}", count: 1000).visible(limit: 2) == "\\u{1B}\\u{1B}…")
    }
}

import Documents
import Testing

@Suite struct WordWrappingTests {
    private func rows(_ text: String, width: Int, indent: Int = 4) -> [String] {
        var wrapping = WordWrapping(terminalWidth: width, indent: indent)
        for word in text.split(separator: " ") { wrapping.append(String(word), gap: 1) }
        return wrapping.rows
    }

    @Test func keepsTheLastColumnFree() {
        #expect(rows("12345678901 12345678901", width: 24) == ["12345678901 12345678901"])
        #expect(rows("12345678901 123456789012", width: 24) == ["12345678901", "    123456789012"])
    }

    @Test func breaksOnlyWordsThatAreLongerThanARow() {
        #expect(
            rows("a 1234567890123456789 b 12345678901234567890", width: 24)
                == ["a 1234567890123456789 b", "    1234567890123456789", "    0"])
        #expect(rows("a 123456789012345678901 b", width: 24) == ["a 123456789012345678901", "    b"])
    }

    @Test func countsWideCharactersTwiceAndCombiningMarksNever() {
        #expect(WordWrapping.columnsAtMost(of: "aé") == 3)
        #expect(WordWrapping.columnsAtMost(of: "e\u{301}日本") == 5)
        #expect(rows("a 日本日本日本日本日本日本", width: 24).allSatisfy { WordWrapping.columnsAtMost(of: $0) <= 23 })
    }

    @Test func wrapsTextWithinAWidth() {
        #expect(WordWrapping.rows(of: "", width: 10) == [""])
        #expect(WordWrapping.rows(of: "  a   b ", width: 10) == ["a b"])
        #expect(WordWrapping.rows(of: "12345 7890 2", width: 10) == ["12345 7890", "2"])
        #expect(WordWrapping.rows(of: "1234567890 2", width: 10, indent: 2) == ["1234567890", "  2"])
        #expect(
            WordWrapping.rows(of: "1234567890123456789", width: 10, indent: 2)
                == ["1234567890", "  12345678", "  9"])
        #expect(WordWrapping.rows(of: ["a b,", "c d,", "e f"], width: 9) == ["a b, c d,", "e f"])
        #expect(WordWrapping.rows(of: "äöü äöü", width: 7) == ["äöü äöü"])
        for width in -1...1 { #expect(WordWrapping.rows(of: "abc", width: width, indent: 2).count == 3) }
    }

    @Test func keepsLongWordsIfAsked() {
        var wrapping = WordWrapping(width: 8, indent: 2, keepsLongWords: true)
        for word in ["a", "https://a.example/", "b", "c"] { wrapping.append(word) }
        #expect(wrapping.rows == ["a", "  https://a.example/", "  b c"])
    }

    @Test func aVeryNarrowTerminalIsNoFault() {
        #expect(rows("word word", width: 0, indent: 10) == ["word word"])
    }
}

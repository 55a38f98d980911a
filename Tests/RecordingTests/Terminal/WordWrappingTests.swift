import Testing

@testable import Recording

@Suite struct WordWrappingTests {
    private func rows(_ text: String, width: Int, indent: Int = 4) -> [String] {
        var wrapping = WordWrapping(width: width, indent: indent)
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
        #expect(WordWrapping.columns(of: "aé") == 3)
        #expect(WordWrapping.columns(of: "e\u{301}日本") == 5)
        #expect(rows("a 日本日本日本日本日本日本", width: 24).allSatisfy { WordWrapping.columns(of: $0) <= 23 })
    }

    @Test func aVeryNarrowTerminalIsNoFault() {
        #expect(rows("word word", width: 0, indent: 10) == ["word word"])
    }
}

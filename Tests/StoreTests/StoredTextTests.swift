import Testing

@testable import Store

/// Tests of texts as the store keeps them.
@Suite struct StoredTextTests {
    @Test(arguments: [
        ("MyApp", "MyApp"), ("", ""), ("a\0b", "a\u{2400}0b"), ("\u{2400}", "\u{2400}\u{2400}"),
        ("\u{2400}0", "\u{2400}\u{2400}0"), ("\0\0", "\u{2400}0\u{2400}0"),
        ("'; DROP TABLE x --", "'; DROP TABLE x --"),
    ])
    func zeroBytesAreReplaced(text: String, stored: String) {
        #expect(Array(StoredText.stored(text).unicodeScalars) == Array(stored.unicodeScalars))
        #expect(Array(StoredText.original(stored).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func differentTextsStayDifferentAndComeBack() {
        let scalars: [Unicode.Scalar] = ["\0", "0", "\u{2400}", "a"]
        var seen: Set<[Unicode.Scalar]> = []
        for number in 0..<1024 {
            let text = (0..<5).map { scalars[number >> ($0 * 2) & 3] }
            let stored = StoredText.stored(Self.text(text))
            #expect(!stored.unicodeScalars.contains("\0"))
            #expect(seen.insert(Array(stored.unicodeScalars)).inserted)
            #expect(Array(StoredText.original(stored).unicodeScalars) == text)
        }
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}

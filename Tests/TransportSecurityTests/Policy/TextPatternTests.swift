import Testing
import TransportSecurity

@Suite struct TextPatternTests {
    @Test(arguments: [
        ("MyApp", "MyApp", true), ("MyApp", "myapp", false), ("MyApp", "MyApp2", false), ("", "", true),
        ("", "a", false),
        ("*", "", true), ("*", "anything", true), ("My*", "My", true), ("My*", "MyApp", true),
        ("My*", "OtherApp", false),
        ("*App", "MyApp", true), ("*App", "MyApps", false), ("M*p*t", "MyAppWidget", true),
        ("M*p*t", "MyAppWidgets", false),
        ("a*b*c", "abcbc", true), ("a*b*c", "acb", false), ("**", "a", true), ("a**", "a", true), ("*a", "", false),
        ("Caf\u{E9}*", "Cafe\u{301} 2", true), ("a?", "ab", false),
    ])
    func matchesWholeTexts(pattern: String, text: String, matches: Bool) {
        #expect(TextPattern(pattern).matches(text) == matches)
    }

    @Test func hasNoWildcardIfItIsExact() {
        #expect(TextPattern(exactly: "A*").matches("A*") && !TextPattern(exactly: "A*").matches("AB"))
        #expect(TextPattern("A*") != TextPattern(exactly: "A*"))
    }

    @Test(arguments: [
        ("*", "A", true), ("*", "*", true), ("A", "*", false), ("My*", "MyA*p", true), ("My*p", "My*", false),
        ("A", "A", true), ("A", "B", false), ("*a*", "ba*c", true),
    ])
    func coversWhatMatchesLess(pattern: String, other: String, covers: Bool) {
        #expect(TextPattern(pattern).covers(TextPattern(other)) == covers)
    }

    /// A hostile User-Agent costs little.
    @Test func matchesLongTextsInReasonableTime() {
        let text = String(repeating: "a", count: 512)
        #expect(!TextPattern(String(repeating: "a*", count: 30) + "b").matches(text))
    }
}

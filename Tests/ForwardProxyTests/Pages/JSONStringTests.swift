import Testing

@testable import ForwardProxy

@Suite struct JSONStringTests {
    @Test(arguments: [
        ("", "\"\""), ("a/b", "\"a/b\""), ("\"\\", "\"\\\"\\\\\""), ("\n\0\u{1F}", "\"\\u000a\\u0000\\u001f\""),
        ("\u{7F}\u{9B}\u{2028}", "\"\\u007f\\u009b\\u2028\""), ("é😀", "\"é😀\""), ("<b>", "\"\\u003cb>\""),
    ])
    func quotes(text: String, expected: String) {
        #expect(JSONString.quoted(text)[...].text == expected)
    }
}

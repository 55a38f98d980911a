import InternetNames
import Testing

@Suite struct PercentEncodingTests {
    /// A text, and what it stands for in a path, a query and a form.
    @Test(
        arguments: [
            ("a+b%2f%C3%A9", "a+b/\u{E9}", "a b/\u{E9}", "a b/\u{E9}"), ("100%", nil, nil, "100%"),
            ("%4", nil, nil, "%4"), ("%zz%41", nil, nil, "%zzA"), ("%FF", nil, nil, nil), ("", "", "", ""),
        ] as [(String, String?, String?, String?)])
    func decodesOctets(text: String, path: String?, query: String?, form: String?) {
        let octets = Array(text.utf8)[...]
        #expect(PercentEncoding.path.decoded(octets) == path)
        #expect(PercentEncoding.query.decoded(octets) == query)
        #expect(PercentEncoding.form.decoded(octets) == form)
    }
}

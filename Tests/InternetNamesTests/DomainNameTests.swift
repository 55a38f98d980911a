import Testing

@testable import InternetNames

@Suite struct DomainNameTests {
    @Test(
        arguments: [
            ("Example.COM", "example.com"), ("example.com.", "example.com."), ("EXAMPLE.com.", "example.com."),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("XN--A", "xn--a"), ("-a-.example", "-a-.example"),
            ("", nil), ("a..b", nil), (".", nil), ("a..", nil), ("a b", nil), ("a!b", nil), ("bücher.example", nil),
            ("a｡b", nil), ("a\u{202E}b", nil), ("\u{212A}.example", nil), ("\u{130}.example", nil),
        ] as [(String, String?)])
    func readsNames(text: String, name: String?) {
        #expect(DomainName(text)?.text == name)
    }
}

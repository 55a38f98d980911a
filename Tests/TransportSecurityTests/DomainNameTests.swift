import Testing

@testable import TransportSecurity

@Suite struct DomainNameTests {
    @Test(
        arguments: [
            ("Example.COM", "example.com"), ("example.com.", "example.com."), ("a｡b", "a.b"),
            ("Å.example", "xn--5ca.example"), ("\u{212B}.example", "xn--5ca.example"),
            ("A\u{30A}.example", "xn--5ca.example"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("-a-.example", "-a-.example"), ("", nil), ("a..b", nil), (".", nil), ("a b", nil), ("a!b", nil),
            ("a！b", nil), ("a\u{202E}b", nil),
        ] as [(String, String?)])
    func readsNames(text: String, name: String?) {
        #expect(DomainName(text)?.text == name)
    }
}

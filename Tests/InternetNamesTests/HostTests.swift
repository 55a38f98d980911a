import InternetNames
import Testing

@Suite struct HostTests {
    @Test(arguments: [
        ("example.com", "example.com"), ("EXAMPLE.Com", "example.com"), ("example.com.", "example.com."),
        ("localhost", "localhost"), ("_dmarc.example.com", "_dmarc.example.com"), ("1.example", "1.example"),
        ("r3---sn-4g5.example", "r3---sn-4g5.example"), ("XN--bcher-kva.example", "xn--bcher-kva.example"),
        ("0x7f.example", "0x7f.example"), ("12a", "12a"), ("0xg", "0xg"),
    ])
    func readsNames(text: String, name: String) {
        #expect(Host(text) == .name(name))
    }

    /// The fast path has the same results as the full parser.
    @Test(arguments: [
        "example.com", "localhost", "_dmarc.example.com", "1.example", "12a", "0xg", "r3---sn-4g5.example",
        "EXAMPLE.com",
        "example.com.", "bücher.example", "127.0.0.1", "127.1", "2130706433", "0x7f.1", "256.1.1.1", "example.1",
        "example.0x1f", "a..b", ".a", "", ".", "a b", "a,b", "::1", "[::1]", "exam%70le.com", "é.example",
        String(repeating: "a", count: 63), String(repeating: "a", count: 64),
        Array(repeating: "abcdefgh", count: 28).joined(separator: ".") + ".a",
        Array(repeating: "abcdefgh", count: 28).joined(separator: ".") + ".ab",
        Array(repeating: "abcdefgh", count: 28).joined(separator: ".") + ".abc",
    ])
    func theFastPathAgreesWithTheFullParser(text: String) {
        let short = Host(finalName: ArraySlice(text.utf8))
        #expect(short == nil || short == Host(text))
        if text.hasSuffix("example") && text.utf8.allSatisfy({ $0 < 0x80 }) { #expect(short == .name(text)) }
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"), ("0X7F.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"),
        ("255.255.255.255", "255.255.255.255"), ("4294967295", "255.255.255.255"), ("1.16777215", "1.255.255.255"),
        ("1.2.65535", "1.2.255.255"), ("[::1]", "::1"), ("::1", "::1"), ("[2001:DB8::1]", "2001:db8::1"),
        ("[fe80::1%25en0]", "fe80::1"), ("fe80::1%en0", "fe80::1"), ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"),
    ])
    func readsAddressesInEverySpelling(text: String, address: String) throws {
        #expect(Host(text) == .address(try #require(IPAddress(address))))
    }

    @Test(arguments: [
        "", ".", "..", ".example.com", "example..com", "example.com..", "exa mple.com", "exam%70le.com",
        "example.com:80",
        "a/b", "user@host", "*.example.com", "exa\u{0}mple", "exa\nmple", "exam\u{AD}ple.com", "a\u{200D}b",
        "a\u{200B}b",
        "[::1", "::1]", "[127.0.0.1]", "[example.com]", "[fe80::1%]", "[fe80::1%e/0]", "[]", "[:]", "256.1.1.1",
        "1.2.3.256",
        "1.2.3.4.5", "09", "1.2.3.09", "4294967296", "1.16777216", "0x100000000", "1..2", "example.1", "example.0x1f",
        "１２７．０．０．２５６", "a,b", "a;b", "a\"b", "a\\b", "<script>", "é" + "\u{E000}",
        "\u{301}example.com", "a.\u{FA6}b",
        "bücher.example", "BÜCHER.example", "例え。テスト", "example\u{FF0E}com", "ｅｘａｍｐｌｅ．ｃｏｍ", "i❤.example",
        "straße.example", "１２７．０．０．１", "\u{212A}.example",
    ])
    func refusesUnreachableHosts(text: String) {
        #expect(Host(text) == nil)
    }

    @Test func labelsAndNamesHaveALengthLimit() {
        let label = String(repeating: "a", count: 63)
        let name = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
        #expect(name.utf8.count == 253)
        #expect(Host(name) == .name(name))
        #expect(Host(name + ".") == .name("\(name)."))
        #expect(Host("b" + name) == nil)
        #expect(Host(label + "a.example") == nil)
        #expect(Host(String(repeating: "界", count: 100_000)) == nil)
    }
}

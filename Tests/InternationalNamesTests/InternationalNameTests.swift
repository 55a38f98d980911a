import InternationalNames
import InternetNames
import Testing

@Suite struct InternationalNameTests {
    @Test(arguments: [
        // Deviation characters, which are kept.
        ("straße.example", "xn--strae-oqa.example"), ("STRAßE.example", "xn--strae-oqa.example"),
        ("βόλος.example", "xn--nxasmm1c.example"), ("ΒΌΛΟΣ.example", "xn--nxasmq6b.example"),
        // Joiners in scripts that use them.
        ("ශ්\u{200D}රී.example", "xn--10cl1a0b660p.example"), ("نامه\u{200C}ای.example", "xn--mgba3gch31f060k.example"),
        // Dots, width, case, composition, compatibility, and ignored characters.
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("a｡ü", "a.xn--tda"), ("ü．example", "xn--tda.example"),
        ("ｅｘａｍｐｌｅ．ｃｏｍ", "example.com"), ("BÜCHER.example", "xn--bcher-kva.example"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("\u{212B}.example", "xn--5ca.example"),
        ("A\u{30A}.example", "xn--5ca.example"), ("ﬀ.example", "ff.example"), ("Ⅷ.example", "viii.example"),
        ("exam\u{AD}ple.com", "example.com"), ("ü\u{200B}.example", "xn--tda.example"),
        // Symbols that registries once accepted.
        ("i❤.example", "xn--i-7iq.example"), ("💩.example", "xn--ls8h.example"),
        // From right to left.
        ("אב.example", "xn--4dbc.example"), ("א1.example", "xn--1-zhc.example"),
        // A-labels among U-labels.
        ("xn--bcher-kva.ü.example", "xn--bcher-kva.xn--tda.example"), ("XN--TDA.ü", "xn--tda.xn--tda"),
        ("ü.example.", "xn--tda.example."), ("ü.example。", "xn--tda.example."),
    ])
    func mapsAsURLsDo(written: String, name: String) {
        #expect(Host(written: written) == .name(name))
        #expect(Host(written: name) == .name(name))
        #expect((try? LoadURL(written: "https://\(written):8443/ü"))?.host == .name(name))
    }

    /// A host with characters that nobody sees is shown as it is judged.
    @Test(arguments: [
        ("\u{FEFF}e.test", "https://e.test"), ("http://u@exam\u{AD}ple.com:81/ü?a", "http://example.com:81/ü?a"),
        ("https://\u{200B}ü.example/", "https://xn--tda.example/"), ("https://Ü.example", "https://Ü.example"),
    ])
    func showsTheHostThatIsJudged(written: String, shown: String) throws {
        #expect(try LoadURL(written: written).text.utf8.elementsEqual(shown.utf8))
    }

    @Test(arguments: [
        // Joiners and combining marks in wrong places.
        "a\u{200D}b", "a\u{200C}b.example", "👨‍👩‍👧.example", "\u{301}ü.example", "a.\u{301}b", "a.\u{FA6}b",
        // Both directions in one label.
        "אa.example", "aא.example", "1א.example", "0ا.example", "٠۰.example",
        // Characters that are mapped to no letter, digit or hyphen.
        "ü!.example", "ü b.example", "ü\u{A0}b", "ü_b.example", "_a.ü.example", "ü%41", "ü／x.example", "ａ！ü", "℀.com",
        "ü\u{2024}example", "：：1", "［::1］", "ü:80", "ü@b", "⒈.example", "é\u{E000}", "a\u{202E}b",
        // Hyphens and labels out of place.
        "-ü.example", "ü-.example", "ab--ü.example", "ü..example", ".ü", "。ü", "ü。。",
        // A-labels that are invalid, or not the canonical form of a name.
        "xn--a.ü", "xn--a-.ü", "xn--.ü", "xn--999999999.ü", "xn--ü.example", "xn--0ca.xn--ls8h-.ü",
    ])
    func refusesWhatURLsDo(written: String) {
        #expect(Host(written: written) == nil)
        #expect(InternationalName.ascii(written) == nil)
    }

    /// Names in ASCII are not validated, because an app may load from such a host.
    @Test(arguments: [
        "example.com", "EXAMPLE.com", "xn--a", "XN--A", "r3---sn-4g5.example", "_dmarc.example", "-a-.example", "a..b",
        "",
        "127.1", "[::1]", "a b", "exam%70le.com",
    ])
    func readsASCIINamesLikeTheHostOfARequest(text: String) {
        #expect(Host(written: text) == Host(text))
    }

    @Test func digitsOfOtherScriptsFormAddresses() throws {
        #expect(Host(written: "１２７．０．０．１") == .address(try #require(IPAddress("127.0.0.1"))))
        #expect(Host(written: "１２７．０．０．２５６") == nil)
    }

    @Test func labelsAndNamesHaveALengthLimit() {
        #expect(Host(written: String(repeating: "ü", count: 57))?.description.utf8.count == 63)
        #expect(Host(written: String(repeating: "ü", count: 58)) == nil)
        let label = String(repeating: "a", count: 62)
        #expect(Host(written: "\(label).\(label).\(label).\(label).ü") == nil)
        #expect(Host(written: String(repeating: "界", count: 100_000)) == nil)
        #expect(Host(written: String(repeating: "ü.", count: 200)) == nil)
    }

    /// Samples of RFC 3492 §7.1.
    @Test(arguments: [
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
        ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"), ("パフィーdeルンバ", "xn--de-jg4avhby1noc0d"),
    ])
    func encodesTheSamplesOfTheRFC(label: String, encoded: String) {
        #expect(InternationalName.ascii(label) == encoded)
    }

    @Test(arguments: [
        ("tls.version@bücher.example", "tls.version@xn--bcher-kva.example"),
        ("bücher.example:443:127.0.0.1", "xn--bcher-kva.example:443:127.0.0.1"),
        ("*.bücher.example", "*.xn--bcher-kva.example"), ("ü b", "xn--tda b"), ("aא", "aא"),
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("：：1", "：：1"), ("", ""),
    ])
    func mapsTheNamesInOptions(option: String, mapped: String) {
        #expect(InternationalName.ascii(inOption: option) == mapped)
    }
}

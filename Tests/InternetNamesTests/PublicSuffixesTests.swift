import InternationalNames
import Testing

@testable import InternetNames

@Suite struct PublicSuffixesTests {
    static let list = PublicSuffixes(lines: [
        "// a comment", "", "com", "co.uk  trailing words", "*.ck", "!www.ck", "GITHUB.io", "\u{516C}\u{53F8}.cn",
        "// ===END ICANN DOMAINS===", "cloudfront.net",
    ])

    @Test(
        arguments: [
            ("com", true), ("unlisted", true), ("co.uk", true), ("uk", true), ("example.co.uk", false), ("a.ck", true),
            ("www.ck", false), ("b.a.ck", false), ("github.io", true), ("example.com", false), ("", true),
            ("xn--55qx5d.cn", false), ("cloudfront.net", false),
        ])
    func readsTheRules(name: String, isSuffix: Bool) {
        #expect(Self.list.contains(name) == isSuffix)
    }

    @Test(
        arguments: [
            ("cloudfront.net", true), ("a.cloudfront.net", false), ("com", false), ("github.io", false),
            ("eu.shop.example", true), ("shop.example", false), ("own.shop.example", false), ("net", false),
        ])
    func sharedHostsAreThoseOfTheSecondPart(name: String, isShared: Bool) {
        let list = PublicSuffixes(lines: [
            "com", "github.io", "// ===END ICANN DOMAINS===", "cloudfront.net", "*.shop.example", "!own.shop.example",
        ])
        #expect(list.isSharedHost(name) == isShared)
    }

    @Test(arguments: [
        ("x.city.kawasaki.jp", "city.kawasaki.jp"), ("city.kawasaki.jp", "city.kawasaki.jp"),
        ("x.y.shop.kawasaki.jp", "y.shop.kawasaki.jp"), ("x.y.example.jp.", "example.jp"),
    ])
    func anOwnerHasOneLabelBelowTheSuffix(name: String, domain: String) {
        let list = PublicSuffixes(lines: ["jp", "*.kawasaki.jp", "!city.kawasaki.jp"])
        #expect(list.registrableDomain(of: name) == domain)
    }

    /// International names of the list are mapped to A-labels, as in the program.
    @Test func mapsInternationalNames() {
        let lines = ["\u{516C}\u{53F8}.cn", "*.\u{FC}.example", "com"]
        let mapped = PublicSuffixes(lines: lines, mappingNames: InternationalName.ascii)
        #expect(mapped.contains("xn--55qx5d.cn") && mapped.contains("a.xn--tda.example"))
        #expect(!PublicSuffixes(lines: lines).contains("xn--55qx5d.cn"))
    }

    @Test(arguments: [("com", true), ("co.uk", false)])
    func withoutAListOnlySingleLabelsCount(name: String, isSuffix: Bool) {
        #expect(PublicSuffixes().contains(name) == isSuffix)
    }
}

import Testing

@testable import TransportSecurity

@Suite struct PublicSuffixesTests {
    static let list = PublicSuffixes(lines: [
        "// a comment", "", "com", "co.uk  trailing words", "*.ck", "!www.ck", "GITHUB.io", "\u{516C}\u{53F8}.cn",
    ])

    @Test(
        arguments: [
            ("com", true), ("unlisted", true), ("co.uk", true), ("uk", true), ("example.co.uk", false), ("a.ck", true),
            ("www.ck", false), ("b.a.ck", false), ("github.io", true), ("example.com", false), ("", true),
            ("xn--55qx5d.cn", true),
        ])
    func readsTheRules(name: String, isSuffix: Bool) {
        #expect(Self.list.contains(name) == isSuffix)
    }

    @Test(arguments: [("com", true), ("co.uk", false)])
    func withoutAListOnlySingleLabelsCount(name: String, isSuffix: Bool) {
        #expect(PublicSuffixes().contains(name) == isSuffix)
    }
}

import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct PolicyLintTests {
    static let ios9 = OSVersion(.ios, 9)
    static let ios12 = OSVersion(.ios, 12, 2)
    static let ios16 = OSVersion(.ios, 16)
    static let ios17 = OSVersion(.ios, 17)
    static let ios18_4 = OSVersion(.ios, 18, 4)

    static let keys: [LintRow] = [
        .init(
            .duplicateKey, .error, "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoads</key><false/>",
            "<key>NSAllowsArbitraryLoads</key><false/>"),
        .init(
            .duplicateKey, .error,
            "<key>NSExceptionDomains</key><dict><key>a.com</key><dict/><key>a.com</key><dict/></dict>",
            "<key>NSExceptionDomains</key><dict><key>a.com</key><dict/><key>b.com</key><dict/></dict>"),
        .init(.duplicateKey, .error, domain("a.com", insecure + insecure), domain("a.com")),
        .init(
            .misspeltKey, .error, "<key>NSAllowArbitraryLoads</key><true/>", "<key>NSAllowsArbitraryLoads</key><true/>"),
        .init(
            .misspeltKey, .error, "<key>nsallowsarbitraryloads</key><true/>", "<key>NSAllowsArbitraryLoads</key><true/>"
        ),
        .init(
            .misspeltKey, .error, "<key>NSAllowsArbitraryLoadsInMedia</key><true/>",
            "<key>NSAllowsArbitraryLoadsForMedia</key><true/>"),
        .init(
            .misspeltKey, .error, "<key>NSAllowsArbitraryLoadsForMediaContent</key><true/>",
            "<key>NSAllowsArbitraryLoadsInWebContent</key><true/>"),
        .init(.misspeltKey, .error, "<key>Exception Domains</key><dict/>", "<key>NSExceptionDomains</key><dict/>"),
        .init(
            .misspeltKey, .error, domain("a.com", "<key>NSTemporaryExceptionAllowsInsecureHTTPSLoads</key><true/>"),
            domain("a.com")),
        .init(
            .misspeltKey, .error, domain("a.com", "<key>NSRequiresForwardSecrecy</key><false/>"),
            domain("a.com", "<key>NSExceptionRequiresForwardSecrecy</key><false/>")),
        .init(
            .misspeltKey, .error, domain("a.com", "<key>NSExceptionAllowsLocalNetworking</key><true/>"),
            "<key>NSAllowsLocalNetworking</key><true/>"),
        .init(
            .misspeltKey, .error, pinned("a.com", "<key>NSPinnedLeafIdentites</key><array/>"),
            pinned("a.com", leaves(digest, reserve))),
        .init(.misplacedKey, .error, domain("a.com", "<key>NSAllowsArbitraryLoads</key><true/>"), domain("a.com")),
        .init(.misplacedKey, .error, insecure, domain("a.com", insecure)),
        .init(.misplacedKey, .error, "<key>NSExceptionDomains</key><dict>\(subdomains)</dict>", domain("a.com")),
        .init(.misplacedKey, .error, "<key>a.com</key><dict>\(insecure)</dict>", domain("a.com")),
        .init(.misplacedKey, .error, domain("a.com", "<key>NSPinnedLeafIdentities</key><array/>"), domain("a.com")),
        .init(
            .misplacedKey, .error, domain("a.com", "<key>NSRequiresNIAPTLSPackageVersion</key><string>none</string>"),
            "<key>NSRequiresNIAPTLSPackageVersion</key><string>none</string>"),
        .init(
            .strayBlanks, .error, "<key> NSAllowsArbitraryLoads</key><true/>",
            "<key>NSAllowsArbitraryLoads</key><true/>"),
        .init(
            .strayBlanks, .error, domain("a.com", "<key>NSIncludesSubdomains\n</key><true/>"),
            domain("a.com", subdomains)),
        .init(.strayBlanks, .error, domain(" a.com"), domain("a.com")),
        .init(.unknownKey, .warning, "<key>Comment</key><string>why</string>", ""),
        .init(.unknownKey, .warning, domain("a.com", "<key>Reason</key><string>why</string>"), domain("a.com")),
        .init(
            .legacySpelling, .error, domain("a.com", "<key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><true/>"),
            domain("a.com")),
        .init(
            .legacySpelling, .warning,
            domain("a.com", "<key>NSThirdPartyExceptionMinimumTLSVersion</key><string>TLSv1.0</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>"), os: ios17),
        .init(
            .unreadKey, .advice, "<key>NSAllowsLocalNetworking</key><true/>",
            "<key>NSAllowsArbitraryLoads</key><true/>",
            os: ios9),
        .init(.unreadKey, .warning, pinned("a.com", leaves(digest, reserve)), domain("a.com"), os: ios12),
        .init(.unreadKey, .warning, "<key>NSRequiresNIAPTLSPackageVersion</key><string>none</string>", "", os: ios18_4),
        .init(
            .unreadKey, .warning, domain("a.com", "<key>NSRequiresCertificateTransparency</key><true/>"),
            domain("a.com")),
    ]

    /// A pin in another form than Apple's is shown in the right one.
    @Test(arguments: [
        "sha256/" + digest, "sha256//" + digest, "pin-sha256=\"\(digest)\"",
        "AFF9889069378449569F6FAFA3F734C0CC733285A357DB13C87941CA2689289C",
    ])
    func showsTheRightFormOfAPin(text: String) throws {
        let lints = try LintRow.lints(pinned("a.com", leaves(text, reserve)))
        let lint = try #require(lints.first { $0.id == .pinDigest })
        #expect(lint.instead.hasPrefix("<string>") && lint.instead.count == 61, "\(lint.instead)")
    }

    static let values: [LintRow] = [
        .init(
            .wrongType, .error, "<key>NSAllowsArbitraryLoads</key><string>YES</string>",
            "<key>NSAllowsArbitraryLoads</key><true/>"),
        .init(.wrongType, .error, "<key>NSExceptionDomains</key><array/>", "<key>NSExceptionDomains</key><dict/>"),
        .init(.wrongType, .error, "<key>NSExceptionDomains</key><dict><key>a.com</key><true/></dict>", domain("a.com")),
        .init(
            .wrongType, .error, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><real>1.0</real>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>")),
        .init(
            .wrongType, .error, pinned("a.com", "<key>NSPinnedLeafIdentities</key><string>x</string>"),
            pinned("a.com", leaves(digest, reserve))),
        .init(
            .wrongType, .error, pinned("a.com", "<key>NSPinnedLeafIdentities</key><array><string>x</string></array>"),
            pinned("a.com", leaves(digest, reserve))),
        .init(
            .numberForBoolean, .warning, "<key>NSAllowsArbitraryLoads</key><integer>1</integer>",
            "<key>NSAllowsArbitraryLoads</key><true/>"),
        .init(
            .numberForBoolean, .error, "<key>NSAllowsArbitraryLoads</key><integer>1</integer>",
            "<key>NSAllowsArbitraryLoads</key><true/>", os: ios18_4),
        .init(
            .numberForBoolean, .error, "<key>NSAllowsArbitraryLoads</key><integer>2</integer>",
            "<key>NSAllowsArbitraryLoads</key><false/>"),
        .init(
            .numberForBoolean, .advice, "<key>NSAllowsArbitraryLoads</key><real>0</real>",
            "<key>NSAllowsArbitraryLoads</key><false/>"),
        .init(
            .numberForBoolean, .error,
            pinned("a.com", "<key>NSIncludesSubdomains</key><integer>1</integer>" + leaves(digest, reserve)),
            pinned("a.com", subdomains + leaves(digest, reserve))),
        .init(
            .tlsVersion, .error, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>1.1</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>")),
        .init(
            .tlsVersion, .error, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>DTLSv1.2</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")),
        .init(
            .tlsVersion, .error, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>SSLv3.0</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>")),
        .init(
            .tlsVersion, .warning, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>"), os: ios12),
        .init(
            .niapPackage, .error, "<key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_V2.1</string>",
            "<key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>"),
    ]

    static let domains: [LintRow] = [
        .init(.domainScheme, .error, domain("http://a.com"), domain("a.com")),
        .init(.domainPort, .error, domain("a.com:8080"), domain("a.com")),
        .init(.domainPath, .error, domain("a.com/path"), domain("a.com")),
        .init(.domainPath, .error, pinned("a.com/", leaves(digest, reserve)), pinned("a.com", leaves(digest, reserve))),
        .init(.domainWildcard, .error, domain("*.a.com"), domain("a.com", insecure + subdomains)),
        .init(.domainLeadingDot, .error, domain(".a.com"), domain("a.com")),
        .init(.domainTrailingDot, .warning, domain("a.com."), domain("a.com")),
        .init(
            .domainTrailingDot, .error, pinned("a.com.", leaves(digest, reserve)),
            pinned("a.com", leaves(digest, reserve))),
        .init(.domainUpperCase, .error, domain("A.com"), pinned("A.com", leaves(digest, reserve))),
        .init(.domainUnicode, .error, domain("m\u{FC}nchen.de"), domain("xn--mnchen-3ya.de")),
        .init(.domainMalformed, .error, domain("my host.com"), domain("my_host.com")),
        .init(.domainMalformed, .error, domain(""), domain("a")),
        .init(.buildSetting, .advice, domain("$(API_HOST)"), domain("api.a.com")),
        .init(.buildSetting, .advice, domain("${API_HOST}.a.com"), domain("api.a.com")),
        .init(
            .buildSetting, .advice, "<key>NSAllowsArbitraryLoads</key><string>$(ALLOWS)</string>",
            "<key>NSAllowsArbitraryLoads</key><string>$ALLOWS</string>"),
        .init(.buildSetting, .advice, pinned("a.com", leaves("$(PIN)")), pinned("a.com", leaves("$()"))),
        .init(.domainMalformed, .error, domain("a..com"), domain("a.com")),
        .init(.domainMalformed, .error, domain("user@a.com"), domain("a.com")),
    ]

    static let addresses: [LintRow] = [
        .init(.addressKey, .warning, domain("203.0.113.1"), domain("a.com"), os: ios16),
        .init(.addressKey, .warning, domain("203.0.113.0/24"), domain("a.com"), os: ios16),
        .init(.addressKey, .error, domain("203.0.113.1"), domain("a.com"), os: ios9),
        .init(.addressSpelling, .error, domain("2001:DB8::1"), domain("2001:db8::1")),
        .init(.addressSpelling, .error, domain("[2001:db8::1]"), domain("2001:db8::1")),
        .init(.addressSpelling, .error, domain("fe80::1%en0"), domain("fe80::1")),
        .init(.addressSpelling, .error, domain("203.0.113.300"), domain("203.0.113.30")),
        .init(.addressSpelling, .error, domain("0xcb.1"), domain("203.0.0.1")),
        .init(.addressSpelling, .error, domain("203.0.113"), domain("203.0.113.0")),
        .init(.addressSubdomains, .advice, domain("203.0.113.1", insecure + subdomains), domain("203.0.113.1")),
        .init(.rangeMalformed, .error, domain("203.0.113.0/33"), domain("203.0.113.0/32")),
        .init(.rangeMalformed, .error, domain("2001:db8::/129"), domain("2001:db8::/128")),
        .init(.rangeMalformed, .error, domain("203.0.113.0/"), domain("203.0.113.0/24")),
        .init(.rangeLeadingZero, .error, domain("203.0.113.0/08"), domain("203.0.113.0/8")),
        .init(.rangeHostBits, .advice, domain("203.0.113.7/24"), domain("203.0.113.0/24")),
        .init(.rangeHostBits, .advice, domain("2001:db8::1/32"), domain("2001:DB8::/32")),
        .init(.rangeAbbreviated, .advice, domain("100.64/10"), domain("100.64.0.0/10")),
        .init(.rangeAbbreviated, .advice, domain("2001:db8/32"), domain("2001:db8::/32")),
        .init(.rangeHostBits, .advice, domain("fe81/10"), domain("fe80/10")),
        .init(.rangeMalformed, .error, domain("::ffff:10.0.0.0/104"), domain("::ffff:a00:0/104")),
        .init(.rangeLength, .warning, domain("198.51.100.128/25"), domain("198.51.100.0/25")),
        .init(
            .rangeDuplicate, .warning,
            "<key>NSExceptionDomains</key><dict><key>100.64/10</key><dict/><key>100.64.0.0/10</key><dict/></dict>",
            "<key>NSExceptionDomains</key><dict><key>100.64/10</key><dict/><key>100.64.0.0/11</key><dict/></dict>"),
        .init(.rangeWide, .warning, domain("0.0.0.0/0"), domain("203.0.113.0/24")),
        .init(.rangeWide, .warning, domain("2000::/3"), domain("2001:db8::/32")),
        .init(.rangeWide, .warning, domain("128.0.0.0/1"), domain("128.0.0.0/1", "")),
    ]

    static let pins: [LintRow] = [
        .init(.pinWithoutIdentities, .error, pinned("a.com", subdomains), pinned("a.com", leaves(digest, reserve))),
        .init(.pinNeverMatches, .error, pinned("a.com", leaves()), pinned("a.com", leaves(digest))),
        .init(.pinNeverMatches, .error, pinned("a.com", leaves("sha256/")), pinned("a.com", leaves(digest))),
        .init(
            .pinNeverMatches, .error, pinned("a.com", "<key>NSPinnedCAIdentities</key><string>\(digest)</string>"),
            pinned("a.com", subdomains)),
        .init(.pinDigest, .error, pinned("a.com", leaves("AAAA", reserve)), pinned("a.com", leaves(digest, reserve))),
        .init(
            .pinDigest, .error, pinned("a.com", leaves("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", reserve)),
            pinned("a.com", leaves(digest, reserve))),
        .init(
            .pinDigest, .error,
            pinned("a.com", leaves("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", reserve)),
            pinned("a.com", leaves(digest, reserve))),
        .init(.pinDigest, .error, pinned("a.com", leaves("sha256/" + digest)), pinned("a.com", leaves(digest))),
        .init(.pinBackup, .advice, pinned("a.com", leaves(digest)), pinned("a.com", leaves(digest, reserve))),
        .init(
            .pinSubdomains, .advice, pinned("a.com", subdomains + leaves(digest, reserve)),
            pinned("a.com", leaves(digest, reserve))),
    ]

    static let effects: [LintRow] = [
        .init(
            .voidedKey, .error, "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsLocalNetworking</key><true/>",
            "<key>NSAllowsArbitraryLoads</key><false/><key>NSAllowsLocalNetworking</key><true/>"),
        .init(
            .voidedKey, .error,
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoadsForMedia</key><false/>",
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoadsForMedia</key><string>NO</string>"),
        .init(
            .voidedKey, .warning,
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoadsInWebContent</key><true/>",
            "<key>NSAllowsArbitraryLoadsInWebContent</key><true/>"),
        // RFC 6598 §7: 100.64.0.0 to 100.127.255.255.
        .init(
            .localNetworkingScope, .advice, "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.64.0.5"),
            "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.63.255.255")),
        .init(
            .localNetworkingScope, .advice, "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.127.255.255"),
            "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.128.0.0")),
        .init(
            .localNetworkingScope, .advice, "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.64.0.5"),
            "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.64.0.0/10")),
        .init(
            .localNetworkingScope, .advice, "<key>NSAllowsLocalNetworking</key><true/>" + domain("box.tail1.ts.net"),
            "<key>NSAllowsLocalNetworking</key><true/>" + domain("box.nots.net")),
        .init(
            .localNetworkingScope, .advice, "<key>NSAllowsLocalNetworking</key><true/>" + domain("100.100.1.1"),
            domain("100.100.1.1")),
        .init(
            .localNetworkingOff, .warning, "<key>NSAllowsLocalNetworking</key><false/>",
            "<key>NSAllowsLocalNetworking</key><true/>"),
        .init(.noEffect, .warning, domain("a.com", ""), domain("a.com")),
        .init(
            .noEffect, .warning, domain("a.com", subdomains),
            "<key>NSAllowsArbitraryLoads</key><true/>" + domain("a.com", "")),
        .init(
            .noEffect, .warning, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.2</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")),
        .init(
            .noEffect, .warning,
            "<key>NSExceptionDomains</key><dict><key>a.com</key><dict>\(insecure)\(subdomains)</dict><key>b.a.com</key>"
                + "<dict>\(insecure)</dict></dict>",
            "<key>NSExceptionDomains</key><dict><key>a.com</key><dict>\(insecure)\(subdomains)</dict><key>b.a.com</key>"
                + "<dict/></dict>"),
        .init(
            .noEffect, .warning,
            "<key>NSExceptionDomains</key><dict><key>203.0.113.0/24</key><dict>\(insecure)</dict><key>203.0.113.1</key>"
                + "<dict>\(insecure)</dict></dict>",
            "<key>NSExceptionDomains</key><dict><key>203.0.113.0/24</key><dict>\(insecure)</dict><key>203.0.112.1</key>"
                + "<dict>\(insecure)</dict></dict>"),
        .init(.noEffect, .advice, domain("192.168.1.1"), domain("192.168.1.1", ""), os: .newest),
        .init(.noEffect, .advice, domain("10.0.0.0/8"), domain("10.0.0.0/7")),
        .init(
            .noEffect, .advice, domain("printer.local"),
            "<key>NSAllowsLocalNetworking</key><false/>" + domain("printer.local")),
        .init(.replacesBuiltIn, .advice, domain("apple.com"), domain("www.apple.com")),
        .init(
            .arbitraryLoads, .warning, "<key>NSAllowsArbitraryLoads</key><true/>",
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoadsInWebContent</key><true/>"),
        .init(.publicSuffix, .warning, domain("co.uk", insecure + subdomains), domain("co.uk")),
        .init(.publicSuffix, .warning, domain("com", insecure + subdomains), domain("com", subdomains)),
        .init(
            .publicSuffix, .warning, domain("github.io", insecure + subdomains),
            domain("me.github.io", insecure + subdomains)),
        .init(.publicSuffix, .warning, domain("com.", insecure + subdomains), domain("local.", insecure + subdomains)),
        .init(.localhost, .advice, domain("localhost"), domain("localhost.com")),
        .init(.localhost, .advice, domain("127.0.0.1"), domain("128.0.0.1")),
        .init(.localhost, .advice, domain("::1"), domain("::2")),
        .init(.localhost, .advice, domain("localhost"), domain("localhost", ""), os: ios9),
        .init(
            .review, .advice, "<key>NSAllowsArbitraryLoads</key><true/>", "<key>NSAllowsArbitraryLoads</key><false/>"),
        .init(
            .review, .advice, "<key>NSAllowsArbitraryLoadsForMedia</key><true/>",
            "<key>NSAllowsArbitraryLoadsForMedia</key><false/>"),
        .init(
            .review, .advice, domain("a.com"), domain("a.com", "<key>NSExceptionRequiresForwardSecrecy</key><false/>")),
        .init(
            .review, .advice, domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")),
    ]

    static let rows = keys + values + domains + addresses + pins + effects

    @Test(arguments: rows) func findsWhatIsWrongAndNothingElse(row: LintRow) throws {
        let bad = try LintRow.lints(row.bad, readBy: row.os)
        #expect(bad.contains { $0.id == row.id && $0.severity == row.severity }, "\(bad.map(\.message))")
        let good = try LintRow.lints(row.good, readBy: row.os)
        #expect(!good.contains { $0.id == row.id }, "\(good.map(\.message))")
    }

    /// A key may end in the dot of the DNS root.
    @Test(arguments: ["localhost.", "app.localhost", "app.localhost."])
    func namesUnderLocalhostServeDevelopment(key: String) throws {
        #expect(try LintRow.lints(domain(key)).contains { $0.id == .localhost })
        #expect(try !LintRow.lints(domain("\(key)com")).contains { $0.id == .localhost })
    }

    @Test func everyKindOfFindingHasATestRow() {
        #expect(Set(LintID.allCases).subtracting(Self.rows.map(\.id)).isEmpty)
    }

    @Test(arguments: rows) func everyFindingIsOneSentenceWithAPlaceAndAnAnswer(row: LintRow) throws {
        for lint in try LintRow.lints(row.bad, readBy: row.os) {
            #expect(lint.message.hasSuffix(".") || lint.message.hasSuffix("?"), "\(lint.message)")
            #expect(!lint.message.contains(". "), "\(lint.message)")
            #expect(!lint.instead.isEmpty && lint.position != nil && !lint.path.components.isEmpty)
        }
    }

    @Test(arguments: rows) func oneKeyHasOneFinding(row: LintRow) throws {
        let keys = "<key>NSAppTransportSecurity</key><dict>\(row.bad)</dict>"
        let root = try PropertyListFile(path: "p", data: propertyListXML("<dict>\(keys)</dict>")).locatedDictionary()
        let lints = PolicyLint(readBy: row.os, publicSuffixes: LintRow.suffixes).lints(root)
        let places = lints.map { "\($0.path) \($0.position?.line ?? 0):\($0.position?.column ?? 0)" }
        #expect(Set(places).count == places.count, "\(places)")
        for lint in lints {
            #expect(lint.also.allSatisfy { $0.severity <= lint.severity && $0.also.isEmpty })
        }
    }

    /// What a build setting makes unknown is not judged, unless the app is built already.
    @Test(arguments: [
        domain("$(API_HOST)"), domain("a.com", "<key>NSExceptionAllowsInsecureHTTPLoads</key><string>$(X)</string>"),
        pinned("a.com", leaves("$(PIN)")), "<key>NSAllowsArbitraryLoads</key><string>${X}</string>",
        "<key>NSExceptionDomains</key><string>$(DOMAINS)</string>",
    ])
    func aBuildSettingIsNoMistakeInASource(content: String) throws {
        let lints = try LintRow.lints(content).filter { $0.severity > .advice }
        #expect(lints.isEmpty, "\(lints.map(\.message))")
        let built = propertyListXML(
            "<dict><key>DTXcode</key><string>1600</string><key>NSAppTransportSecurity</key><dict>\(content)</dict></dict>"
        )
        let root = try PropertyListFile(path: "p", data: built).locatedDictionary()
        #expect(PolicyLint(readBy: .newest).lints(root).contains { $0.severity == .error })
    }

    /// A key that stands twice loses one of its entries.
    @Test func proposesNoKeyThatStandsThereAlready() throws {
        let lints = try LintRow.lints(
            "<key>NSExceptionDomains</key><dict><key>a.com</key><dict>\(insecure)</dict>"
                + "<key>*.a.com</key><dict>\(insecure)</dict></dict>")
        let lint = try #require(lints.first { $0.id == .domainWildcard })
        #expect(lint.instead.hasPrefix("One entry <key>a.com</key> with <key>NSIncludesSubdomains</key><true/>, with "))
        let pins = try LintRow.lints(
            "<key>NSPinnedDomains</key><dict><key>C.com</key><dict/><key>*.c.com</key><dict/></dict>")
        #expect(pins.first { $0.id == .domainWildcard }?.instead.hasPrefix("One entry <key>c.com</key> with ") == true)
    }

    @Test func ofTwoLegacySpellingsOneIsRenamed() throws {
        let lints = try LintRow.lints(
            domain(
                "a.com",
                "<key>NSTemporaryExceptionMinimumTLSVersion</key><string>TLSv1.0</string>"
                    + "<key>NSThirdPartyExceptionMinimumTLSVersion</key><string>TLSv1.0</string>"))
        let proposals = lints.filter { $0.id == .legacySpelling }.map(\.instead)
        #expect(Set(proposals).count == proposals.count && proposals.contains("Remove it."))
    }

    @Test func aKeyWithManyFaultsHasOneFinding() throws {
        let lints = try LintRow.lints(domain("HTTPS://*.M\u{DC}nchen.de:443/x"))
        #expect(lints.count { $0.severity == .error } == 1)
        let message = try #require(lints.first { $0.severity == .error }?.message)
        for word in ["scheme", "path", "port", "wildcard", "ASCII"] { #expect(message.contains(word), "\(message)") }
    }

    @Test func anEmptyPolicyHasNoFindings() throws {
        #expect(try LintRow.lints("").isEmpty)
        #expect(PolicyLint(readBy: .newest).lints(LocatedValue(.dictionary([:]))).isEmpty)
    }

    @Test func localhostIsAWarningInADistribution() throws {
        let lints = try LintRow.lints(domain("localhost"), isDistribution: true)
        #expect(lints.contains { $0.id == .localhost && $0.severity == .warning })
    }

    @Test func addressesAreNoKeysWithAnOldSDK() throws {
        let old = try LintRow.lints(domain("203.0.113.1"), linkedSDK: OSVersion(.ios, 16))
        #expect(old.contains { $0.id == .addressKey })
        #expect(try !LintRow.lints(domain("203.0.113.1")).contains { $0.id == .addressKey })
    }

    @Test(
        arguments: [
            ("<key>NSAppTansportSecurtiy</key><dict/>", .misspeltKey),
            ("<key> NSAppTransportSecurity</key><dict/>", .strayBlanks),
            ("<key>App Transport Security Settings</key><dict/>", .misspeltKey),
            ("<key>NSAllowsArbitraryLoads</key><true/>", .misplacedKey),
            ("<key>NSExceptionDomains</key><dict/>", .misplacedKey),
            ("<key>NSAppTransportSecurity</key><true/>", .wrongType),
            ("<key>A</key><dict><key>NSAppTransportSecurity</key><dict/></dict>", .misplacedKey),
            ("<key>A</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>", nil),
            ("<key>NSAppTransportSecurity</key><dict/><key>NSAppTransportSecurity</key><dict/>", .duplicateKey),
            ("<key>NSAppleMusicUsageDescription</key><string>x</string>", nil),
            ("<key>CFBundleName</key><string>x</string>", nil),
        ] as [(String, LintID?)])
    func checksTheTopLevelOfAnInfoPlist(content: String, id: LintID?) throws {
        let xml = propertyListXML("<dict><key>CFBundleName</key><string>A</string>\(content)</dict>")
        let root = try PropertyListFile(path: "p", data: xml).locatedDictionary()
        #expect(PolicyLint(readBy: .newest).lints(root).map(\.id) == [id].compactMap { $0 })
    }

    @Test func theCorrectionIsSpecific() throws {
        let rows: [(String, LintID, String)] = [
            (
                domain("HTTPS://*.M\u{DC}nchen.de:443/x"), .domainWildcard,
                "<key>xn--mnchen-3ya.de</key> with <key>NSIncludesSubdomains</key><true/>"
            ),
            (domain("user@a.com:80"), .domainPort, "<key>a.com</key>"),
            (domain("straße.de"), .domainUnicode, "<key>xn--strae-oqa.de</key>"),
            (domain("i❤.de"), .domainUnicode, "<key>xn--i-7iq.de</key>"),
            (domain("“example.com”"), .domainMalformed, "<key>example.com</key>"),
            (
                domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSV1.0</string>"), .tlsVersion,
                "<string>TLSv1.0</string>"
            ),
            (domain("203.0.113.0/010"), .rangeLeadingZero, "<key>203.0.113.0/10</key>"),
            (domain("2001:db8/32"), .rangeAbbreviated, "<key>2001:db8::/32</key>"),
            (domain("::ffff:10.1.0.0/104"), .rangeMalformed, "<key>::ffff:a00:0/104</key>"),
            (domain("[2001:DB8::1]"), .addressSpelling, "<key>2001:db8::1</key>"),
            (
                domain("a.com", "<key>NSThirdPartyExceptionRequiresForwardSecrecy</key><false/>"), .legacySpelling,
                "<key>NSExceptionRequiresForwardSecrecy</key>"
            ),
            ("<key>NSAllowsArbitraryLoads</key><string>true</string>", .wrongType, "<true/>"),
            (
                "<key>NSRequireNIAPTLSPackageVersion</key><string>none</string>", .misspeltKey,
                "<key>NSRequiresNIAPTLSPackageVersion</key>"
            ),
        ]
        for (content, id, instead) in rows {
            #expect(try LintRow.lints(content).first { $0.id == id }?.instead == instead)
        }
    }

    /// Most values of a wrong type are ignored, but an unreadable list of pins matches nothing.
    @Test func statesTheEffectOfAWrongType() throws {
        let rows = [
            (pinned("a.com", "<key>NSPinnedLeafIdentities</key><string>x</string>"), "which is read as an empty list."),
            ("<key>NSAllowsArbitraryLoads</key><string>YES</string>", "which is ignored."),
            ("<key>NSExceptionDomains</key><dict><key>a.com</key><true/></dict>", "which is ignored."),
        ]
        for (content, end) in rows {
            let lint = try LintRow.lints(content).first { $0.id == .wrongType }
            #expect(lint?.message.hasSuffix(end) == true, "\(lint?.message ?? "no lint")")
        }
    }

    @Test func reportsTheKeyPathAndPosition() throws {
        let lint = try #require(
            try LintRow.lints("\n\n" + domain("a.com", "\n  <key>NSIncludeSubdomains</key><true/>" + insecure))
                .first { $0.id == .misspeltKey })
        #expect(
            lint.path.description == "NSAppTransportSecurity › NSExceptionDomains › \"a.com\" › NSIncludeSubdomains")
        #expect(lint.position == .init(line: 7, column: 3))
    }

    @Test func formatsWithoutLinesHaveAKeyPath() throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["NSExceptionDomains": ["a.com": ["NSExceptionMinimumTLSVersion": "1.1"]]],
            format: .binary, options: 0)
        let lints = PolicyLint(readBy: .newest).lints(try PropertyListFile(path: "p", data: list).locatedDictionary())
        #expect(lints.map(\.path.description) == ["NSExceptionDomains › \"a.com\" › NSExceptionMinimumTLSVersion"])
        #expect(lints.map(\.position) == [nil])
    }

    @Test func escapesTextOfTheFile() throws {
        let lints = try LintRow.lints(domain("a\u{85}b\u{202E}" + String(repeating: "x", count: 500)))
        for lint in lints {
            #expect(!lint.message.unicodeScalars.contains { $0 == "\u{85}" || $0 == "\u{202E}" })
            #expect(lint.message.count < 300)
        }
        #expect(!lints.isEmpty)
    }

    @Test func takesTimeInProportionToTheEntries() throws {
        let names = (0..<1500).map { "<key>h\($0).a.com</key><dict>\(insecure)</dict>" }
        let ranges = (0..<1500).map { "<key>11.\($0 / 256).\($0 % 256).0/24</key><dict>\(insecure)</dict>" }
        let content = "<key>NSExceptionDomains</key><dict>\((names + ranges).joined())</dict>"
        let time = try ContinuousClock().measure { _ = try LintRow.lints(content) }
        #expect(time < .seconds(30))
    }

    @Test func checksTheBundlesOfAnArchive() throws {
        let directory = try TemporaryDirectory()
        let app = propertyListXML("<dict><key>CFBundleName</key><string>A</string></dict>")
        let share = propertyListXML(
            "<dict><key>NSAppTransportSecurity</key><dict><key>NSAllowArbitraryLoads</key><true/></dict></dict>")
        let zip = ZipBytes(files: [
            .init(name: "Payload/A.app/Info.plist", content: [UInt8](app)),
            .init(name: "Payload/A.app/PlugIns/S.appex/Info.plist", content: [UInt8](share)),
        ])
        let path = try directory.write(zip.bytes, to: "A.ipa")
        let lint = PolicyLint(readBy: .newest)
        let reports = try lint.reports(on: path)
        #expect(reports.map(\.source) == ["A.app", "A.app#S.appex"])
        #expect(reports.map(\.lints.count) == [0, 1])
        #expect(reports.last?.file == "\(path)/Payload/A.app/PlugIns/S.appex/Info.plist")
        #expect(try lint.reports(on: path + "#S").map(\.source) == ["A.app#S.appex"])
    }
}

import InternetNames
import Testing
import TransportSecurity

@testable import Watching

@Suite struct PinTests {
    private static func certificate(_ name: String, key: UInt8, isAuthority: Bool = true) -> Certificate {
        Certificate(
            der: [key], subject: "CN=\(name)", issuer: "CN=Root", notBefore: Instant(year: 2026, month: 1, day: 1),
            notAfter: Instant(year: 2027, month: 1, day: 1), key: .ellipticCurve(bits: 256),
            signature: .init(name: "ecdsa-with-SHA256", digest: .sha256), isAuthority: isAuthority, sha256: [key],
            publicKeySHA256: digest(key))
    }

    private static func digest(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

    private static let chain = [
        certificate("leaf", key: 1, isAuthority: false), certificate("intermediate", key: 2),
        certificate("root", key: 3),
    ]

    private func placement(_ keys: [UInt8], scope: PinSet.Scope = .chain) -> PinPlacement {
        PinPlacement(
            PinSet(source: "list", digests: Set(keys.map(Self.digest)), scope: scope), beside: Self.chain)
    }

    @Test func onlyTheLeafIsBrokenByItsRenewal() {
        let text = placement([1]).condition?.text ?? ""
        #expect(
            text.contains("The only matching pin of list is that of the server's certificate, which ends on 2027-01-01")
        )
        #expect(text.contains("Pin the key of its issuer as well: CN=intermediate sha256/AgIC"))
    }

    @Test func aSparePinOrAnAuthoritySurvivesTheRenewal() {
        #expect(placement([1, 9]).condition == nil)
        #expect(placement([1, 2]).condition == nil)
        #expect(placement([2]).condition == nil)
        #expect(
            placement([2]).sentences == [
                "A pin of list is the key of the authority CN=intermediate, which ends on 2027-01-01."
            ])
    }

    @Test func scopeDecidesWhichCertificatesCount() {
        #expect(placement([1], scope: .authorities).matches.isEmpty)
        #expect(placement([2], scope: .leaf).matches.isEmpty)
        #expect(placement([9]).condition?.name == "list: no match")
        #expect(PinnedIdentities(authorities: [[1]], leaves: [[2]]).sets.map(\.scope) == [.leaf, .authorities])
    }

    private static let pin = "sha256/" + Base64.encode(digest(1))

    @Test(arguments: [
        ("a.test", "a.test", true), ("a.test", "b.a.test", false), ("*.a.test", "b.a.test", true),
        ("*.a.test", "a.test", false), ("*.a.test", "c.b.a.test", false), ("**.a.test", "a.test", true),
        ("**.a.test", "c.b.a.test", true), ("**.a.test", "ba.test", false), ("A.Test", "a.test", true),
    ])
    func patternsAreThoseOfOkHttp(pattern: String, host: String, covers: Bool) throws {
        let list = try PinList(lines: "# pins\n\(pattern) \(Self.pin)\n", named: "list")
        #expect((list.pins(of: try #require(Host(host))) != nil) == covers)
    }

    @Test(arguments: [
        ("", nil), ("a.test", 1), ("\na.test sha1/AAAA", 2), ("a.test sha256/AAAA", 1), ("*.*.test \(pin)", 1),
    ])
    func aFaultNamesItsLine(text: String, line: Int?) {
        let error = #expect(throws: PinList.Malformed.self) { try PinList(lines: text, named: "list") }
        #expect(error?.line == line)
    }

    @Test func trustKitIsRead() throws {
        let hash = PropertyValue.string(Base64.encode(Self.digest(1)))
        let list: [String: PropertyValue] = [
            "TSKConfiguration": .dictionary([
                "TSKPinnedDomains": .dictionary([
                    "a.test": .dictionary([
                        "TSKPublicKeyHashes": .array([hash]), "TSKIncludeSubdomains": .boolean(true),
                    ]),
                    "b.test": .dictionary(["TSKPublicKeyHashes": .array([hash])]),
                ])
            ])
        ]
        let pins = try #require(try PinList(trustKit: list, named: "Info.plist"))
        #expect(pins.pins(of: .name("x.a.test"))?.digests == [Self.digest(1)])
        #expect(pins.pins(of: .name("x.b.test")) == nil)
        #expect(try PinList(trustKit: [:], named: "Info.plist") == nil)
    }

    private static func android(_ content: String) -> [UInt8] {
        Array("<?xml version=\"1.0\"?>\n<network-security-config>\(content)</network-security-config>".utf8)
    }

    private static func pin(_ key: UInt8) -> String {
        "<pin digest=\"SHA-256\">\n \(Base64.encode(digest(key))) </pin>"
    }

    /// The precedence, the inheritance and the end are those of Android.
    @Test func androidIsRead() throws {
        let text = """
            <base-config cleartextTrafficPermitted="false"/>
            <domain-config>
              <domain includeSubdomains="true">a.test</domain><domain>B.test</domain>
              <domain-config><domain includeSubdomains="true">inner.a.test</domain></domain-config>
              <domain-config><domain>free.a.test</domain><pin-set/></domain-config>
              <pin-set expiration="2026-11-27">\(Self.pin(1))<!-- spare -->\(Self.pin(2))</pin-set>
            </domain-config>
            <domain-config><domain>c.a.test</domain><pin-set>\(Self.pin(3))</pin-set></domain-config>
            <debug-overrides><trust-anchors><certificates src="user"/></trust-anchors></debug-overrides>
            """
        func pins(_ host: String, _ day: Int64 = 26) throws -> Set<[UInt8]>? {
            let list = try PinList(
                networkSecurity: Self.android(text), named: "xml", at: Instant(year: 2026, month: 11, day: day))
            return list?.pins(of: .name(host))?.digests
        }
        let both: Set = [Self.digest(1), Self.digest(2)]
        #expect(try pins("a.test") == both)
        #expect(try pins("x.a.test") == both)
        #expect(try pins("b.test") == both)
        #expect(try pins("x.b.test") == nil)
        #expect(try pins("x.inner.a.test") == both)
        #expect(try pins("free.a.test") == nil)
        #expect(try pins("c.a.test") == [Self.digest(3)])
        #expect(try pins("x.c.a.test") == both)
        #expect(try pins("a.test", 27) == nil)
        #expect(try pins("c.a.test", 27) == [Self.digest(3)])
        #expect(try PinList(networkSecurity: Array("<other/>".utf8), named: "xml") == nil)
    }

    @Test func pinsOfAndroidMayAllHaveExpired() throws {
        let content = """
            <domain-config><domain>a.test</domain>
            <pin-set expiration="2026-11-27">\(Self.pin(1))</pin-set></domain-config>
            """
        for (day, isInForce) in [(26, true), (27, false)] as [(Int64, Bool)] {
            let time = Instant(year: 2026, month: 11, day: day)
            #expect(try PinList(networkSecurity: Self.android(content), named: "xml", at: time)?.isInForce == isInForce)
        }
        let other =
            "<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n"
            + "<network-security-config>\(content)</network-security-config>"
        #expect(throws: PinList.Malformed.self) { try PinList(networkSecurity: Array(other.utf8), named: "xml") }
    }

    @Test(arguments: [
        (
            "<domain-config><domain>a.test</domain><pin-set><pin digest=\"SHA-1\">AAAA</pin></pin-set></domain-config>",
            2
        ),
        ("<domain-config><domain>a test!</domain></domain-config>", 2), ("\n<domain-config>", 3), ("", nil),
        (
            "<domain-config><domain>a.test</domain><pin-set expiration=\"soon\">\(pin(1))</pin-set></domain-config>",
            nil
        ),
        ("<!DOCTYPE x [<!ENTITY a \"b\">]>", nil), ("\u{0}", nil),
    ])
    func aFaultOfAndroidNamesItsLine(content: String, line: Int?) {
        let error = #expect(throws: PinList.Malformed.self) {
            try PinList(networkSecurity: Self.android(content), named: "xml")
        }
        #expect(error?.line == line)
    }

    private static func entry(_ key: UInt8, _ options: [String: PropertyValue] = [:]) -> PropertyValue {
        let hash = PropertyValue.string(Base64.encode(digest(key)))
        let own: [String: PropertyValue] = [
            "TSKPublicKeyHashes": .array([hash]), "TSKIncludeSubdomains": .boolean(true),
        ]
        return .dictionary(own.merging(options) { $1 })
    }

    /// The precedence and the exceptions are those of TrustKit.
    @Test func trustKitTakesTheNearestEntryThatIsInForce() throws {
        let domains: [String: PropertyValue] = [
            "a.test": Self.entry(1), "b.a.test": Self.entry(2),
            "reported.a.test": Self.entry(3, ["TSKEnforcePinning": .boolean(false)]),
            "ended.a.test": Self.entry(4, ["TSKExpirationDate": .string("2026-11-27")]),
            "excluded.a.test": .dictionary(["TSKExcludeSubdomainFromParentPolicy": .boolean(true)]),
        ]
        func pins(_ host: String, _ day: Int64 = 27) throws -> Set<[UInt8]>? {
            let list = try PinList(
                trustKit: ["TSKPinnedDomains": .dictionary(domains)], named: "Info.plist",
                at: Instant(year: 2026, month: 11, day: day))
            return list?.pins(of: .name(host))?.digests
        }
        #expect(try pins("x.a.test") == [Self.digest(1)])
        #expect(try pins("b.a.test") == [Self.digest(2)])
        #expect(try pins("x.b.a.test") == [Self.digest(2)])
        #expect(try pins("reported.a.test") == nil)
        #expect(try pins("excluded.a.test") == nil)
        #expect(try pins("ended.a.test") == nil)
        #expect(try pins("ended.a.test", 26) == [Self.digest(4)])
    }
}

import Testing

@testable import TransportSecurity

@Suite struct JointRemedyTests {
    private func finding(_ domain: String?, _ keys: [String: Finding.Remedy.Value], overridable: Bool = false)
        -> Finding
    {
        Finding(
            rule: .tlsVersion, message: "", expected: "", actual: "",
            exception: domain.map { Finding.Remedy(domain: $0, keys: keys, overridable: overridable) })
    }

    @Test func hasTheKeysOfAll() {
        let remedy = [
            finding("a.test", ["version": .string("TLSv1.1")]),
            finding("a.test", ["version": .string("TLSv1.0"), "secrecy": .boolean(false)]),
        ].jointRemedy
        #expect(
            remedy
                == Finding.Remedy(domain: "a.test", keys: ["version": .string("TLSv1.0"), "secrecy": .boolean(false)]))
    }

    @Test func isLeftToTheAppIfOneIs() {
        let both = [finding("a.test", [:]), finding("a.test", [:], overridable: true)]
        #expect(both.jointRemedy?.overridable == true)
        #expect(both.prefix(1).jointRemedy?.overridable == nil)
    }

    @Test func isNoneIfOneHasNone() {
        #expect([].jointRemedy == nil)
        #expect([finding("a.test", [:]), finding(nil, [:])].jointRemedy == nil)
        #expect([finding("a.test", [:]), finding("b.test", [:])].jointRemedy == nil)
    }
}

import Testing

@testable import TransportSecurity

@Suite struct JointExceptionTests {
    private func finding(_ domain: String?, _ keys: [String: PropertyValue], overridable: Bool = false)
        -> Finding
    {
        Finding(
            rule: .tlsVersion, message: "", expected: "", actual: "",
            exception: domain.map { Finding.Exception(domain: $0, keys: keys, overridable: overridable) })
    }

    @Test func hasTheKeysOfAll() {
        let exception = [
            finding("a.test", ["version": .string("TLSv1.1")]),
            finding("a.test", ["version": .string("TLSv1.0"), "secrecy": .boolean(false)]),
        ].jointException
        #expect(
            exception
                == Finding.Exception(
                    domain: "a.test", keys: ["version": .string("TLSv1.0"), "secrecy": .boolean(false)]))
    }

    @Test func isLeftToTheAppIfOneIs() {
        let both = [finding("a.test", [:]), finding("a.test", [:], overridable: true)]
        #expect(both.jointException?.overridable == true)
        #expect(both.prefix(1).jointException?.overridable == nil)
    }

    @Test func isNoneIfOneHasNone() {
        #expect([].jointException == nil)
        #expect([finding("a.test", [:]), finding(nil, [:])].jointException == nil)
        #expect([finding("a.test", [:]), finding("b.test", [:])].jointException == nil)
    }
}

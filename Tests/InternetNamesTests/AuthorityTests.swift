import InternetNames
import Testing

@Suite struct AuthorityTests {
    @Test(arguments: [
        ("example.com", 443 as UInt16, "example.com:443"), ("192.0.2.1", 80, "192.0.2.1:80"),
        ("2001:db8::1", 8443, "[2001:db8::1]:8443"), ("example.com.", 1, "example.com.:1"),
    ])
    func isWrittenAsInAURL(host: String, port: UInt16, text: String) throws {
        #expect(Authority(host: try #require(Host(host)), port: port).description == text)
    }

    @Test func hostAndPortTellAuthoritiesApart() {
        let authority = Authority(host: .name("a.example"), port: 443)
        #expect(authority == Authority(host: .name("a.example"), port: 443))
        #expect(authority != Authority(host: .name("b.example"), port: 443))
        #expect(authority != Authority(host: .name("a.example"), port: 444))
        #expect(Set([authority, authority]).count == 1)
    }
}

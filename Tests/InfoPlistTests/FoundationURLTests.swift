import Foundation
import InfoPlist
import InternetNames
import Testing

@Suite struct FoundationURLTests {
    @Test(arguments: [
        ("http://example.com", "example.com"), ("https://api.example.com:8443/v1?q=1", "api.example.com"),
        ("wss://b\u{FC}cher.example/", "xn--bcher-kva.example"), ("http://192.0.2.1", "192.0.2.1"),
        ("http://[2001:db8::1]/", "2001:db8::1"), ("https://user:password@example.com", "example.com"),
    ])
    func hasTheHostOfTheURL(text: String, host: String) throws {
        let url = try #require(URL(string: text))
        #expect(try LoadURL(url).host == Host(host))
    }

    @Test func resolvesARelativeURL() throws {
        let base = try #require(URL(string: "http://example.com/v1/"))
        let url = try #require(URL(string: "users", relativeTo: base))
        #expect(try LoadURL(url).path == "/v1/users")
    }

    @Test(arguments: [("v1/users", ""), ("//example.com", ""), ("file:///tmp/a", "file"), ("ftp://example.com", "ftp")])
    func refusesWhatATSDoesNotJudge(text: String, scheme: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: MalformedURL(text: text, reason: .scheme(scheme))) { try LoadURL(url) }
    }
}

import InternetNames
import Testing

@testable import HTTP

@Suite struct RequestTargetTests {
    private static func target(_ text: String, _ method: String = "GET") throws(RequestError) -> RequestTarget {
        try RequestTarget(Array(text.utf8)[...], method: Array(method.utf8)[...])
    }

    @Test func readsTheFourForms() throws {
        guard case .authority(let authority) = try Self.target("a.example:443", "CONNECT"),
            case .absolute(let absolute) = try Self.target("http://A.example:8080/x/y?z?"),
            case .origin(let path, let query) = try Self.target("/x?y"),
            case .asterisk = try Self.target("*", "OPTIONS")
        else {
            Issue.record("a target is of another form")
            return
        }
        #expect(authority == Authority(host: .name("a.example"), port: 443))
        #expect(absolute.authority == Authority(host: .name("a.example"), port: 8080) && absolute.scheme == .http)
        #expect(absolute.spelling.text == "A.example:8080" && absolute.path.text == "/x/y")
        #expect(absolute.query?.text == "z?" && path.text == "/x" && query?.text == "y")
    }

    @Test(arguments: [
        ("a.example", "CONNECT", RequestError.target), ("*", "GET", .target), ("http://a/ b", "GET", .target),
        ("http://user@a/", "GET", .target), ("http://a/#b", "GET", .target), ("https://a/", "GET", .secureScheme),
        ("wss://a/", "GET", .secureScheme), ("ftp://a/", "GET", .scheme), ("http:a", "GET", .target),
        ("a", "GET", .target),
    ])
    func refusesAllElse(text: String, method: String, error: RequestError) {
        #expect(throws: error) { try Self.target(text, method) }
    }

    @Test(arguments: [("http://a", nil), ("http://a?", ""), ("ws://a/?b", "b")] as [(String, String?)])
    func anAbsoluteTargetMayLackPathAndQuery(text: String, query: String?) throws {
        guard case .absolute(let target) = try Self.target(text) else {
            Issue.record("the target is of another form")
            return
        }
        #expect(target.query?.text == query)
        #expect(target.authority.port == 80)
    }
}

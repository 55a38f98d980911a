import HTTP
import InternetNames
import Testing

@testable import Console

@Suite struct AccessControlTests {
    private let token = AccessToken()
    private var access: AccessControl {
        AccessControl(token: token, names: [.name("console.example")], port: 8090)
    }

    private func request(_ line: String, _ fields: [String]) throws -> ServerRequest {
        var reader = ServerRequestReader(headLimit: 16_384)
        var input = Array("\(line) HTTP/1.1\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n".utf8)[...]
        return try #require(try reader.consume(&input) { _ in 0 })
    }

    @Test(arguments: [
        ("127.0.0.1:8090", true), ("[::1]:8090", true), ("192.168.1.5:8090", true), ("localhost:8090", true),
        ("LOCALHOST:8090", true), ("console.example:8090", true), ("localhost", false), ("127.0.0.1", false),
        ("127.0.0.1:8091", false), ("attacker.example:8090", false), ("localhost.attacker.example:8090", false),
        ("sub.localhost:8090", false), ("localhost.:8090", false), ("console.example.:8090", false),
        ("127.0.0.1.attacker.example:8090", false), ("", false),
    ])
    func hosts(host: String, isAllowed: Bool) throws {
        let problem = access.misdirection(of: try request("GET /", ["Host: \(host)"]))
        #expect((problem == nil) == isAllowed)
        if let problem { #expect(problem.status == 421) }
    }

    private func status(_ line: String, _ fields: String...) throws -> Int? {
        let request = try request(line, ["Host: 127.0.0.1:8090"] + fields)
        return (access.refusal(of: request) ?? access.refusal(ofBodyOf: request))?.status
    }

    @Test func tokens() throws {
        let right = token.secret
        let wrong = AccessToken().secret
        #expect(try status("GET /") == 401)
        #expect(try status("GET /", "Cookie: atsproxy-8090=\(right)") == nil)
        #expect(try status("GET /", "Cookie: a=b; atsproxy-8090=\(right); c=d") == nil)
        #expect(try status("GET /", "Cookie: a=b;atsproxy-8090=\(right)") == nil)
        #expect(try status("GET /", "Cookie: atsproxy-8090=\(wrong); atsproxy-8090=\(right)") == nil)
        #expect(try status("GET /", "Cookie: atsproxy-8090=\(wrong)") == 401)
        #expect(try status("GET /", "Cookie: atsproxy-8091=\(right)") == 401)
        #expect(try status("GET /", "Cookie: xatsproxy-8090=\(right)") == 401)
        #expect(try status("GET /", "Cookie: atsproxy-8090=\(right)", "Cookie: a=b") == 400)
        #expect(try status("GET /", "Authorization: Bearer \(right)") == nil)
        #expect(try status("GET /", "Authorization: bearer \(right)") == nil)
        #expect(try status("GET /", "Authorization: Bearer \(wrong)") == 401)
        #expect(try status("GET /", "Authorization: Basic \(right)") == 401)
        #expect(try status("GET /", "Authorization: \(right)") == 401)
        // What is sent on purpose goes before what a browser adds.
        #expect(try status("GET /", "Authorization: Bearer \(wrong)", "Cookie: atsproxy-8090=\(right)") == 401)
    }

    @Test func writes() throws {
        let bearer = "Authorization: Bearer \(token.secret)"
        let json = "Content-Type: application/json"
        #expect(try status("POST /", json) == 401)
        #expect(try status("POST /", bearer, json) == nil)
        #expect(try status("POST /", bearer, "Content-Type: Application/JSON; charset=utf-8") == nil)
        #expect(try status("POST /", bearer) == 415)
        #expect(try status("POST /", bearer, "Content-Type: text/plain") == 415)
        #expect(try status("POST /", bearer, "Content-Type: application/jsonp") == 415)
        #expect(try status("POST /", bearer, "Content-Type: multipart/form-data, application/json") == 415)
        #expect(try status("POST /", bearer, json, "Content-Type: text/plain") == 400)
    }

    @Test(
        arguments: [("same-origin", nil), ("none", nil), ("same-site", 403), ("cross-site", 403), ("", 403)]
            as [(String, Int?)])
    func origins(value: String, expected: Int?) throws {
        let bearer = "Authorization: Bearer \(token.secret)"
        #expect(try status("POST /", bearer, "Content-Type: application/json", "Sec-Fetch-Site: \(value)") == expected)
        #expect(try status("GET /", bearer, "Sec-Fetch-Site: \(value)") == expected)
    }

    /// A browser that sends no `Sec-Fetch-Site` names the page in `Origin`.
    @Test(
        arguments: [
            ("http://127.0.0.1:8090", nil), ("http://127.0.0.1:8091", 403), ("http://127.0.0.1", 403),
            ("http://attacker.example:8090", 403), ("https://127.0.0.1:8090", 403), ("null", 403), ("", 403),
            ("http://127.0.0.1:8090@attacker.example", 403),
        ] as [(String, Int?)])
    func originsWithoutFetchMetadata(value: String, expected: Int?) throws {
        let fields = ["Authorization: Bearer \(token.secret)", "Content-Type: application/json", "Origin: \(value)"]
        let request = try self.request("POST /", ["Host: 127.0.0.1:8090"] + fields)
        #expect(access.refusal(of: request)?.status == expected)
        let browser = try self.request("POST /", ["Host: 127.0.0.1:8090", "Sec-Fetch-Site: same-origin"] + fields)
        #expect(access.refusal(of: browser)?.status == expected)
    }

    @Test func cookieIsOnlyForThisConsole() {
        #expect(access.cookie == "atsproxy-8090=\(token.secret); Path=/; HttpOnly; SameSite=Strict")
    }
}

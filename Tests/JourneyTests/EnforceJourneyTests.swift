import Foundation
import Testing

@Suite struct EnforceJourneyTests {
    /// What each server of the site is to find under the defaults of ATS: the reply to CONNECT, and the rules.
    static let servers: [(name: String, reply: Int, rules: [String])] = [
        ("good", 200, []),
        ("old", 403, ["tls.version"]),
        ("rsa", 403, ["tls.forward-secrecy"]),
        ("dhe", 403, ["tls.cipher"]),
        ("expired", 403, ["certificate.validity"]),
        ("selfsigned", 403, ["certificate.trust"]),
        ("other", 403, ["certificate.hostname"]),
        ("small", 403, ["certificate.key-size"]),
        ("mail", 403, ["tls.handshake"]),
        ("closing", 403, ["tls.handshake"]),
        ("client", 200, []),
    ]

    @Test(arguments: servers)
    func aServerIsLetThroughOrBlocked(server: (name: String, reply: Int, rules: [String])) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        let answer = try proxy.curl("--cacert", site.root, try site.url(server.name))
        #expect(answer.connect == server.reply)
        let decision = try proxy.decision(about: "\(server.name).test")
        #expect(decision.violations == server.rules)
        #expect(decision.warnings == [])
        #expect(decision.decision == (server.reply == 200 ? "allowed" : "blocked"))
        if server.reply == 403 {
            #expect(answer.output.contains("ATS-Violation: \(server.rules.joined(separator: ", "))"))
            #expect(answer.output.contains("Proxy-Status: atsproxy; error=http_request_denied"))
        }
    }

    @Test(arguments: [
        ("refused", 502, "connection_refused"), ("silent", 504, "connection_timeout"),
        ("unknown", 502, "dns_error"),
    ])
    func aFailureOfTheNetworkIsNoVerdict(name: String, status: Int, error: String) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--handshake-timeout", "1", site: site)
        let url = name == "unknown" ? "https://unknown.invalid/" : try site.url(name)
        let answer = try proxy.curl(url)
        #expect(answer.connect == status)
        #expect(answer.output.contains("Proxy-Status: atsproxy; error=\(error)"))
        let decision = try proxy.decision(about: name == "unknown" ? "unknown.invalid" : "\(name).test")
        #expect(decision.decision == "failed")
        #expect((decision.event["error"] as? [String: Any])?["kind"] as? String == error)
    }

    /// The second look-up finds a server at the address that is named first; what was judged is at the other one.
    @Test func aTunnelGoesToTheAddressThatWasJudged() throws {
        let site = try Site.shared.get()
        let port = try site.port("good")
        let proxy = try Proxy("--resolve", "good.test:\(port):127.0.0.2,127.0.0.1", site: site, resolves: false)
        let output = try Client.output("judged_address", ["\(proxy.port)", "\(port)", site.root])
        #expect(output.hasPrefix("TLSv1"))
    }

    /// Nothing is lost or put out of order of what is held while it is judged.
    @Test func aHelloInDripsIsJudgedAndArrivesWhole() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        let output = try TunnelClient.drip(
            through: proxy, to: "good.test", at: try site.port("good"), root: site.root)
        #expect(output.hasSuffix("200\n"), "\(output)")
    }

    @Test func cleartextIsBlockedWithAnAnswerForPeopleOrPrograms() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        let program = try proxy.curl("--header", "Accept: application/json", try site.url("plain", scheme: "http"))
        #expect(program.status == 403)
        #expect(program.output.contains("ATS-Violation: cleartext"))
        #expect(program.output.contains(#""NSExceptionAllowsInsecureHTTPLoads":true"#))
        let person = try proxy.curl("--header", "Accept: text/html", try site.url("plain", scheme: "http"))
        #expect(person.output.contains("Content-Type: text/html"))
        #expect(person.output.contains("NSExceptionAllowsInsecureHTTPLoads"))
    }

    /// One exception each, which permits one fault and no other.
    static let exceptions: [(name: String, keys: String, reply: Int, warnings: [String])] = [
        ("old", #""NSExceptionMinimumTLSVersion":"TLSv1.0""#, 200, []),
        ("rsa", #""NSExceptionRequiresForwardSecrecy":false"#, 200, []),
        ("expired", #""NSExceptionAllowsInsecureHTTPLoads":true"#, 200, ["certificate.validity"]),
        ("selfsigned", #""NSExceptionAllowsInsecureHTTPLoads":true"#, 200, ["certificate.trust"]),
        ("old", #""NSExceptionAllowsInsecureHTTPLoads":true"#, 403, []),
    ]

    @Test(arguments: exceptions)
    func anExceptionPermitsItsHostAlone(row: (name: String, keys: String, reply: Int, warnings: [String])) throws {
        let site = try Site.shared.get()
        let policy = #"{"NSExceptionDomains":{"\#(row.name).test":{\#(row.keys)}}}"#
        let proxy = try Proxy(site: site, policy: policy)
        #expect(try proxy.curl("--insecure", try site.url(row.name)).connect == row.reply)
        #expect(try proxy.decision(about: "\(row.name).test").warnings == row.warnings)
        let neighbour = row.name == "expired" ? "selfsigned" : "expired"
        #expect(try proxy.curl("--insecure", try site.url(neighbour)).connect == 403)
    }

    @Test func cleartextThatIsExceptedArrivesWhole() throws {
        let site = try Site.shared.get()
        let policy = #"{"NSExceptionDomains":{"plain.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#
        let proxy = try Proxy(site: site, policy: policy)
        let answer = try proxy.curl(try site.url("plain", scheme: "http"))
        #expect(answer.status == 200)
        #expect(answer.output.contains("it works"))
        #expect(try proxy.decision(about: "plain.test").decision == "allowed")
    }
}

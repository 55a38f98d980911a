import InternetNames
import Testing

@testable import DeviceManagement

/// Scripts of discoveries: the answers of servers, and the findings about them.
@Suite struct DiscoverySessionTests {
    private static let document = Array(
        #"{"Servers":[{"Version":"mdm-byod","BaseURL":"https://mdm.example/enroll"}]}"#.utf8)

    private func request(for account: String? = "anna@a.example") throws -> WellKnownRequest {
        let domain = try LoadURL("https://a.example").authority
        return WellKnownRequest(to: domain, for: account)
    }

    /// A session in which each server is accepted and gives these answers in turn; the last one is repeated.
    private func ended(_ answers: [DiscoveryAnswer], for account: String? = "anna@a.example") throws -> DiscoverySession
    {
        var session = DiscoverySession(try request(for: account))
        var rest = answers[...]
        for _ in 0..<100 {
            switch session.command {
            case .judge(let url): session.judged(url.scheme.isSecure ? .accepted : .refused)
            case .ask: session.answered(rest.count > 1 ? rest.removeFirst() : try #require(rest.first))
            case .finish: return session
            }
        }
        Issue.record("The session does not end.")
        return session
    }

    @Test func aDeviceSendsAccountAndFamily() throws {
        let session = DiscoverySession(try request(for: "anna müller@a.example"))
        guard case .judge(let url) = session.command else {
            Issue.record("The session judges nothing.")
            return
        }
        #expect(
            url.text == "https://a.example/.well-known/com.apple.remotemanagement"
                + "?user-identifier=anna%20m%C3%BCller@a.example&model-family=iPhone")
    }

    @Test func theDocumentNamesTheServer() throws {
        let session = try ended([.document(Self.document, contentType: "application/json; charset=utf-8")])
        #expect(session.findings.isEmpty)
        #expect(session.enrollments.map(\.url.text) == ["https://mdm.example/enroll"])
        #expect(session.enrollments.map(\.version) == ["mdm-byod"])
        #expect(session.hops.map(\.status) == [200])
    }

    @Test func redirectionsAreFollowed() throws {
        let session = try ended([
            .status(302, location: "https://b.example/x?user-identifier=anna"),
            .status(308, location: "../y?user-identifier=anna"),
            .document(Self.document, contentType: "application/json"),
        ])
        #expect(session.findings.isEmpty)
        #expect(session.hops.map(\.url.host.description) == ["a.example", "b.example", "b.example"])
        #expect(session.hops.last?.url.text == "https://b.example/y?user-identifier=anna")
        #expect(session.document != nil)
    }

    @Test(arguments: [
        (DiscoveryAnswer.status(404, location: nil), DiscoveryFinding.Code.notFound),
        (.status(403, location: nil), .httpStatus), (.status(500, location: nil), .httpStatus),
        (.status(302, location: nil), .unusableRedirectTarget),
        (.status(301, location: "mailto:a@b.example"), .unusableRedirectTarget),
        (.status(302, location: "app://x"), .unusableRedirectTarget),
        (.status(302, location: "b.example:443/x"), .unusableRedirectTarget),
        (.status(302, location: "b.example:443?x=https://c.example"), .unusableRedirectTarget),
        (.status(302, location: "https://"), .unusableRedirectTarget),
        (.unusable(.tooSlow), .tooSlow), (.unusable(.tooLarge), .tooLarge), (.unusable(.encoded), .contentCoding),
        (.unusable(.broken), .brokenAnswer), (.unusable(.failed("it closed")), .brokenAnswer),
        (.document(Array("<!doctype html>".utf8), contentType: "text/html"), .webPage),
        (.document(Array("[]".utf8), contentType: "application/json"), .notJSON),
        (.document([], contentType: "application/json"), .notJSON),
        (.document(Array("{} {}".utf8), contentType: nil), .notJSON),
        (.document(Array("{}".utf8), contentType: nil), .noServers),
        (.document(Array(#"{"Servers":{}}"#.utf8), contentType: nil), .noServers),
        (.document(Array(#"{"Servers":[1]}"#.utf8), contentType: nil), .noServers),
        (.document(document, contentType: "text/plain"), .contentType),
        (.document(document, contentType: nil), .contentType),
    ])
    func eachFaultHasACode(answer: DiscoveryAnswer, code: DiscoveryFinding.Code) throws {
        let session = try ended([answer])
        #expect(session.findings.map(\.code) == [code])
        #expect(session.findings.allSatisfy { $0.sentence.hasSuffix(".") && $0.sentence.contains("a.example") })
    }

    /// Without a named account, the request has an invented one, which a service may reject.
    @Test func aRejectionNamesTheAccount() throws {
        let sentence = try ended([.status(403, location: nil)]).findings.first?.sentence
        #expect(sentence?.contains("name an account that may enrol, as in --discover anna@a.example") == true)
    }

    @Test(arguments: [
        (#"{"Version":"mdm-x","BaseURL":"https://b.example"}"#, DiscoveryFinding.Code.unknownVersion),
        (#"{"BaseURL":"https://b.example"}"#, .unknownVersion), (#"{"Version":"mdm-byod"}"#, .noBaseURL),
        (#"{"Version":"mdm-byod","BaseURL":"b.example/enroll"}"#, .noBaseURL),
        (#"{"Version":"mdm-adde","BaseURL":"http://b.example"}"#, .baseURLNotHTTPS),
    ])
    func eachFaultOfAServerHasACode(server: String, code: DiscoveryFinding.Code) throws {
        let body = Array("{\"Servers\":[\(server)]}".utf8)
        #expect(try ended([.document(body, contentType: "application/json")]).findings.map(\.code) == [code])
    }

    /// A name without a scheme is not a URL, and its server is not judged.
    @Test(arguments: ["good.test", "good.test:443", "good.test/?x=https://b.example", "HTTPS:good.test"])
    func aBaseURLWithoutASchemeNamesNoServer(text: String) throws {
        let body = Array("{\"Servers\":[{\"Version\":\"mdm-byod\",\"BaseURL\":\"\(text)\"}]}".utf8)
        let session = try ended([.document(body, contentType: "application/json")])
        #expect(session.findings.map(\.code) == [.noBaseURL])
        #expect(session.enrollments.isEmpty)
    }

    @Test func aHopWithoutAnAnswerIsASentence() throws {
        let hop = try ended([.unusable(.tooSlow)]).hops.first
        #expect(hop?.outcome == "has no answer that was read")
    }

    @Test func theServersOfADocumentAreBounded() throws {
        let server = #"{"Version":"mdm-byod","BaseURL":"https://b.example"}"#
        let body = "{\"Servers\":[\(Array(repeating: server, count: 40).joined(separator: ","))]}"
        let session = try ended([.document(Array(body.utf8), contentType: "application/json")])
        #expect(session.enrollments.count == WellKnownDocument.serverLimit)
        #expect(session.findings.map(\.code) == [.severalServers])
        #expect(session.findings.first?.sentence.contains("names 40 servers") == true)
    }

    /// Apple's text names no media type, and its list of versions may grow.
    @Test func differencesThatAppleDoesNotForbidAreOpen() {
        #expect(DiscoveryFinding.Code.contentType.severity == .open)
        #expect(DiscoveryFinding.Code.unknownVersion.severity == .open)
        #expect(DiscoveryFinding.Code.noBaseURL.severity == .failure)
    }

    @Test func aRedirectionToHTTPStopsThere() throws {
        let session = try ended([.status(301, location: "http://b.example/x?user-identifier=1")])
        #expect(session.findings.map(\.code) == [.redirectToHTTP, .notRequested])
        #expect(session.hops.count == 2)
    }

    @Test func aLoopEnds() throws {
        let session = try ended([
            .status(302, location: "?user-identifier=1"), .status(302, location: "?user-identifier=1"),
        ])
        #expect(session.findings.map(\.code) == [.redirectLoop])
        #expect(session.hops.count == 2)
    }

    @Test func tenRedirectionsAreFollowed() throws {
        let steps = (1...10).map { DiscoveryAnswer.status(302, location: "/\($0)?user-identifier=1") }
        let whole = try ended(steps + [.document(Self.document, contentType: "application/json")])
        #expect(whole.findings.isEmpty)
        let eleven = try ended(steps + [.status(302, location: "/11?user-identifier=1")])
        #expect(eleven.findings.map(\.code) == [.tooManyRedirects])
        #expect(eleven.hops.count == 11)
    }

    @Test func aLostQueryIsANote() throws {
        let answers: [DiscoveryAnswer] = [
            .status(302, location: "/y"), .document(Self.document, contentType: "application/json"),
        ]
        #expect(try ended(answers).findings.map(\.code) == [.queryLostInRedirect])
        #expect(try ended(answers, for: nil).findings.isEmpty)
    }

    @Test func aRefusedServerIsNotAsked() throws {
        for standing in [DiscoverySession.Standing.refused, .notJudged] {
            var session = DiscoverySession(try request())
            session.judged(standing)
            #expect(session.command == .finish)
            #expect(session.findings.map(\.code) == [.notRequested])
        }
    }

    @Test func sentencesShowNoSecretsAndNoControlCharacters() throws {
        let session = try ended([.status(302, location: "https://b.example/\u{1B}[31m?token=secret")])
        #expect(session.findings.map(\.code) == [.unusableRedirectTarget])
        #expect(session.findings.allSatisfy { !$0.sentence.contains("secret") && !$0.sentence.contains("\u{1B}") })
    }
}

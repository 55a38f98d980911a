import Console
import InternetNames
import Testing
import TransportSecurity

@Suite struct WhatIfTests {
    private static let relaxed: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]),
            "unused.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
        ])
    ]

    /// A server of TLS 1.0 under a policy that permits it, and one that meets ATS.
    private func model() -> ConsoleModel {
        let facts = [SampleTraffic.facts("old.example", newest: .tls1_0), SampleTraffic.facts("good.example")]
        let entries = facts.map { event in
            SampleTraffic.entry(
                SampleTraffic.decision(
                    event.host.description, facts: event, policy: Self.relaxed, source: "MyApp.app", digest: "sha256:1")
            )
        }
        return SampleTraffic.model(
            SampleTraffic.traffic(entries, facts: facts, policies: [SampleTraffic.policy("sha256:1", Self.relaxed)]))
    }

    private func answer(_ body: String) throws -> [String: Any] {
        try model().json(ConsoleRequest(.post, ["what-if"], body: Array(body.utf8)))
    }

    @Test func withoutExceptionsTheRowFails() throws {
        let answer = try answer(#"{"policy":"defaults"}"#)
        let changes = try #require(answer["changes"] as? [[String: Any]])
        #expect(changes.map { $0["host"] as? String } == ["old.example"])
        #expect((changes[0]["before"] as? [String: String])?["verdict"] == "allowed")
        #expect((changes[0]["after"] as? [String: String])?["verdict"] == "blocked")
        #expect(answer["unchanged"] as? Int == 1)
        #expect(
            answer["sentence"] as? String == "Under App Store defaults, 1 row changes: 1 would fail that does not now.")
    }

    @Test func theSamePolicyChangesNothing() throws {
        for body in ["{}", #"{"policy":"sha256:1"}"#, #"{"policy":null,"os":null}"#] {
            #expect((try answer(body)["changes"] as? [Any])?.isEmpty == true, "\(body)")
        }
    }

    /// A verdict that was recorded under a policy that is not known says nothing about another system.
    @Test func withoutThePolicyNothingIsDetermined() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        let model = SampleTraffic.model(
            SampleTraffic.traffic(
                [
                    SampleTraffic.entry(
                        SampleTraffic.decision("old.example", facts: facts, source: "MyApp.app", digest: "sha256:7"))
                ], facts: [facts]))
        let body = Array(#"{"os":"ios18"}"#.utf8)
        let answer = try model.json(ConsoleRequest(.post, ["what-if"], body: body))
        let after = (answer["changes"] as? [[String: Any]])?.first?["after"] as? [String: String]
        #expect(after?["verdict"] == "undetermined")
        #expect(after?["reason"] == "the policy of the loads is not known; choose one")
        #expect(answer["undetermined"] as? Int == 1 && answer["unchanged"] as? Int == 0)
        #expect(
            answer["sentence"] as? String == "Under ios18, 1 row changes: 1 can no longer be determined.")
    }

    @Test func unknownNamesAreProblems() throws {
        for body in [#"{"policy":"sha256:9"}"#, #"{"os":"ios99"}"#] {
            #expect(try answer(body)["status"] as? Int == 422)
        }
    }

    @Test func exceptionsThatNoLoadNeededAreNamed() throws {
        let found = try model().json(ConsoleRequest(.get, ["status"]))["exceptionsNeverNeeded"] as? [[String: Any]]
        #expect(found?.map { $0["domain"] as? String } == ["unused.example"])
        #expect(found?.first?["policy"] as? String == "MyApp.app")
    }

    @Test func decidingKeyIsThatOfTheEntry() throws {
        let detail = try model().json(ConsoleRequest(.get, ["rows", "r1"]))
        let key = try #require(detail["decidingKey"] as? [String: Any])
        #expect(key["path"] as? [String] == ["NSExceptionDomains", "old.example"])
        #expect(key["reason"] as? String == "exception-domain")
        #expect(key["sentence"] as? String == "NSExceptionDomains has the entry old.example for old.example.")
    }
}

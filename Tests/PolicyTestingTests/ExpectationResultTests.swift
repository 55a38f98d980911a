import InternetNames
import Testing
import TransportSecurity

@testable import PolicyTesting

@Suite struct ExpectationResultTests {
    private static let dictionary: [String: PropertyValue] = [
        ATSKey.exceptionDomains: .dictionary([
            "img.example.com": .dictionary([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)])
        ])
    ]

    private static func results(_ text: String, defaults: ExpectationSettings = ExpectationSettings()) throws
        -> [ExpectationResult]
    {
        let file = try ExpectationFile(Array(text.utf8))
        var policy = VersionedPolicy(of: dictionary, linkedSDK: nil)
        return file.expectations.map {
            ExpectationResult(of: $0, defaults: defaults.completed(by: file.settings), under: &policy)
        }
    }

    private static let rows = """
        os: ios9-
        expectations:
          - {url: http://img.example.com/, expect: allowed}
          - url: http://192.168.1.10/
            expect: allowed
            reason: A printer <of> the user.
          - url: https://img.example.com/
            expect: {decision: depends, minimumTLSVersion: TLSv1.3, requiresForwardSecrecy: true}
            os: ios17
        """

    @Test func failuresNameSystemsAndDifferences() throws {
        let results = try Self.results(Self.rows)
        #expect(results.map(\.passes) == [true, false, false])
        #expect(results[1].failures.map(\.systems.prose) == ["ios9"])
        #expect(
            results[2].failures[0].differences == [
                .init(member: .minimumTLSVersion, expected: .text("TLSv1.3"), actual: .text("TLSv1.2"))
            ])
        #expect(
            results[1].text(in: "a.yaml") == """
                a.yaml:4: http://192.168.1.10/ on ios9
                  decision: expected allowed, actual blocked
                  decided by: No key of the policy exempts 192.168.1.10, so all of ATS holds.
                  reason of the row: A printer <of> the user.
                """)
        #expect(ExpectationResult.summary(of: results, source: "My.app") == "3 rows under the policy My.app: 2 failed.")
        #expect(
            ExpectationResult.summary(of: [results[0]], source: "My.app") == "1 row under the policy My.app: all pass.")
    }

    @Test func junitHasACaseForEachRow() throws {
        let results = try Self.results(Self.rows)
        let change = DomainChange(dictionary: .exceptions, line: 2, domain: "a<b", isListed: false)
        let text = JUnitText(of: results + [results[0]], changes: [change], in: "a&b.yaml", source: "My.app").text
        #expect(text.contains("tests=\"5\" failures=\"3\" errors=\"0\""))
        #expect(text.components("<testcase ") == 5 && text.components("<failure ") == 3)
        #expect(text.contains("<property name=\"policy\" value=\"My.app\"/>"))
        #expect(text.contains(" name=\"http://img.example.com/ on ios9...ios27\" file=\"a&amp;b.yaml\" line=\"3\"/>"))
        #expect(text.contains(" name=\"http://img.example.com/ on ios9...ios27 (2)\""))
        #expect(text.contains("\n  decision: expected allowed, actual blocked\n  decided by: "))
        #expect(text.contains("\n  reason of the row: A printer &lt;of&gt; the user.</failure>"))
        #expect(text.contains(" name=\"NSExceptionDomains: a&lt;b\" file=\"a&amp;b.yaml\" line=\"2\"><failure "))
    }

    @Test func junitOfATestWithoutResults() {
        let text = JUnitText(error: "a.yaml does not exist.", in: "a.yaml").text
        #expect(text.contains("tests=\"1\" failures=\"0\" errors=\"1\""))
        #expect(text.contains("<error type=\"data\" message=\"a.yaml does not exist.\">"))
    }

    @Test func changedDomainsAreNamed() throws {
        let policy = VersionedPolicy(of: Self.dictionary, linkedSDK: nil)
        let list = DomainList(dictionary: .exceptions, line: 2, keys: ["old.example"])
        let changes = list.changes(under: policy)
        #expect(changes.map(\.domain) == ["img.example.com", "old.example"])
        #expect(changes.map(\.isListed) == [false, true])
        #expect(changes[0].text(in: "a.yaml").hasPrefix("a.yaml:2: NSExceptionDomains has a new entry 'img."))
        #expect(changes[1].text(in: "a.yaml").hasPrefix("a.yaml:2: NSExceptionDomains has lost the entry 'old."))
        #expect(
            ExpectationResult.summary(of: try Self.results(Self.rows), changes: changes, source: "My.app")
                == "3 rows under the policy My.app: 2 failed, 2 changed domains.")
        #expect(DomainList(dictionary: .pins, line: 3, keys: []).changes(under: policy).isEmpty)
        let json = String(decoding: changes[0].json(in: "a.yaml"), as: UTF8.self)
        #expect(json.contains("\"domain\":\"img.example.com\",\"passes\":false,\"expected\":\"absent\""))
    }

    @Test func digestsOfPinsHaveNoOrder() {
        func pins(_ digests: String...) -> AnswerValue {
            .list([.members(["caIdentities": .list(digests.map(AnswerValue.text))])])
        }
        #expect(pins("a", "b").isMet(by: pins("b", "a")))
        #expect(!pins("a", "b").isMet(by: pins("b", "c")))
        #expect(!pins("a").isMet(by: pins("a", "a")))
    }

    @Test func failuresHaveTheNotesOfExplain() throws {
        let dictionary: [String: PropertyValue] = [
            ATSKey.exceptionDomains: .dictionary([
                "img.example.com": .dictionary(["NSThirdPartyExceptionAllowsInsecureHTTPLoads": .boolean(true)])
            ])
        ]
        let file = try ExpectationFile(Array("- {url: 'http://img.example.com/', expect: allowed}".utf8))
        var policy = VersionedPolicy(of: dictionary, linkedSDK: nil)
        let result = ExpectationResult(of: file.expectations[0], defaults: ExpectationSettings(), under: &policy)
        #expect(!result.passes && result.text(in: "a.yaml").contains("\n  note: "))
    }

    @Test func jsonOfAFailure() throws {
        let line = String(decoding: try Self.results(Self.rows)[1].json(in: "a.yaml"), as: UTF8.self)
        #expect(
            line == """
                {"file":"a.yaml","line":4,"urls":["http://192.168.1.10/"],"os":["ios9...ios27"],"passes":false,\
                "expected":{"decision":"allowed"},"reason":"A printer <of> the user.","failures":[{"url":\
                "http://192.168.1.10/","api":"URLSession","os":["ios9"],"differences":[{"member":"decision","expected":\
                "allowed","actual":"blocked"}],"decidedBy":"No key of the policy exempts 192.168.1.10, so all of ATS \
                holds."}]}
                """)
    }

    @Test func settingsOfTheRowGoBeforeDefaults() throws {
        let rows = "[{url: 'http://a.example', expect: allowed, api: none}, {url: 'http://a.example', expect: allowed}]"
        #expect(try Self.results(rows).map(\.passes) == [true, false])
        #expect(
            try Self.results(rows, defaults: ExpectationSettings(linkedSDK: .iOS(8))).map(\.passes) == [true, true])
        #expect(try Self.results(rows, defaults: ExpectationSettings(apis: [.none])).map(\.passes) == [true, true])
        #expect(try Self.results(rows)[1].systems == [.newest])
    }
}

extension String {
    /// The number of occurrences of a text.
    func components(_ text: String) -> Int { ranges(of: text).count }
}

import InternetNames
import Testing
import TransportSecurity

@testable import PolicyTesting

@Suite struct RowResultTests {
    private static let dictionary: [String: PropertyValue] = [
        ATSKey.exceptionDomains: .dictionary([
            "img.example.com": .dictionary([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)])
        ])
    ]

    private static func results(_ text: String, defaults: RowSettings = RowSettings()) throws -> [RowResult] {
        let file = try ExpectationFile(Array(text.utf8))
        var readings = PolicyReadings(of: dictionary, linkedSDK: nil)
        return file.rows.map {
            RowResult(of: $0, defaults: defaults.completed(by: file.settings), under: &readings)
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
        #expect(RowResult.summary(of: results, source: "My.app") == "3 rows under the policy My.app: 2 failed.")
        #expect(
            RowResult.summary(of: [results[0]], source: "My.app") == "1 row under the policy My.app: all pass.")
    }

    @Test func junitHasACaseForEachRow() throws {
        let text = RowResult.junit(of: try Self.results(Self.rows), in: "a&b.yaml")
        #expect(text.contains("tests=\"3\" failures=\"2\""))
        #expect(text.components("<testcase ") == 3 && text.components("<failure ") == 2)
        #expect(text.contains("file=\"a&amp;b.yaml\" line=\"4\"><failure"))
        #expect(text.contains(">A printer &lt;of&gt; the user.</failure>"))
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
        #expect(try Self.results(rows, defaults: RowSettings(linkedSDK: .iOS(8))).map(\.passes) == [true, true])
        #expect(try Self.results(rows, defaults: RowSettings(apis: [.none])).map(\.passes) == [true, true])
        #expect(try Self.results(rows)[1].systems == [OSSpan(.newest)])
    }
}

extension String {
    /// The number of occurrences of a text.
    func components(_ text: String) -> Int { ranges(of: text).count }
}

import AppBundle
import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import PolicyTesting

@Suite struct WrittenExpectationsTests {
    private struct Case {
        let dictionary: [String: PropertyValue]
        let sdk: OSVersion?

        var readings: PolicyReadings { PolicyReadings(of: dictionary, linkedSDK: sdk) }

        func file(settings: RowSettings = RowSettings()) throws -> ExpectationFile {
            let text = WrittenExpectations(of: readings, settings: settings).text(source: "a\nb", policy: "a b.plist")
            return try ExpectationFile(Array(text.utf8))
        }

        func passes(_ file: ExpectationFile) -> Bool {
            var readings = readings
            return file.rows.allSatisfy { RowResult(of: $0, defaults: file.settings, under: &readings).passes }
        }

        /// The requirements and pins for each load of a file, on each version that is known.
        func answers(_ file: ExpectationFile) -> [[AnswerValue]] {
            let systems = VersionHistory.of(.ios).versions.filter { $0.version.minor < 7 }
            let policies = systems.map { Policy(dictionary, readBy: $0, linkedSDK: sdk) }
            return file.rows.flatMap { row in
                (row.settings.apis ?? [.urlSession]).flatMap { api in
                    row.urls.flatMap { url in
                        policies.map { policy in
                            let verdict = policy.verdict(for: url, kind: api)
                            return AnswerMember.allCases.map { $0.value(in: verdict) }
                        }
                    }
                }
            }
        }
    }

    private static let cases: [Case] = {
        var random = RandomPolicy(seed: 20_261_127)
        return (0..<24).map { _ in Case(dictionary: random.dictionary(), sdk: random.linkedSDK()) }
    }()

    @Test func writtenRowsPassUnderTheSamePolicy() throws {
        for each in Self.cases + [Case(dictionary: [:], sdk: nil)] {
            let file = try each.file()
            #expect(each.passes(file), "\(each.dictionary)")
            #expect(file.policy == "a b.plist" && !file.rows.isEmpty)
        }
    }

    @Test func writtenRowsPassUnderTheirSettings() throws {
        for each in Self.cases.prefix(15) {
            for settings in [
                RowSettings(systems: [try OSSpan(text: "macos14")]), RowSettings(apis: [.webView]),
                RowSettings(linkedSDK: .iOS(16)),
            ] {
                let file = try each.file(settings: settings)
                #expect(each.passes(file), "\(each.dictionary), \(settings)")
            }
        }
    }

    /// A row fails exactly if the changed policy answers differently about a written load.
    @Test func changedAnswersFail() throws {
        var random = RandomPolicy(seed: 3)
        var changed = 0
        for each in Self.cases.prefix(10) {
            let file = try each.file()
            let before = each.answers(file)
            for _ in 0..<4 {
                let mutated = Case(dictionary: random.mutation(of: each.dictionary), sdk: each.sdk)
                let hasChanged = mutated.answers(file) != before
                changed += hasChanged ? 1 : 0
                #expect(mutated.passes(file) == !hasChanged, "\(each.dictionary) -> \(mutated.dictionary)")
            }
        }
        #expect(changed > 10 && changed < 40)
    }

    @Test func knownPolicies() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/policies")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".md") }
        #expect(files.count >= 5)
        for name in files {
            let policy = try AppPolicy(contentsOf: folder.appending(path: name).path)
            let each = Case(dictionary: policy.dictionary, sdk: policy.linkedSDK)
            #expect(each.passes(try each.file()), "\(name)")
            if !policy.dictionary.isEmpty {
                #expect(!Case(dictionary: [:], sdk: policy.linkedSDK).passes(try each.file()), "\(name)")
            }
        }
    }

    @Test func textOfAPolicyWithoutKeys() {
        let text = WrittenExpectations(
            of: PolicyReadings(of: [:], linkedSDK: nil), settings: RowSettings(linkedSDK: .iOS(18))
        ).text(source: "defaults", policy: nil)
        #expect(
            text.hasPrefix(
                """
                # The answers of the policy defaults, written by `atsproxy policy test --write`.
                # `atsproxy policy test` shows the rows that a change of the policy makes fail.
                linked-sdk: ios18
                expectations:
                  # Other hosts.
                  - url: http://unlisted.example/
                    os: ios9...ios27
                    api: [URLSession, WebView, AVFoundation]
                    expect:
                      decision: blocked
                      reason: default
                    reason: "Other hosts: public name."
                """))
        #expect(text.contains("os: ios10...ios27\n"))
    }

    @Test(arguments: [
        ("a", "a"), ("http://[::1]/", "http://[::1]/"), ("yes", "\"yes\""), ("Null", "\"Null\""), ("a: b", "\"a: b\""),
        ("a:", "\"a:\""), ("", "\"\""), ("1", "\"1\""), ("a\n\"b", "\"a\\n\\\"b\""), ("a #b", "\"a #b\""),
        ("ä", "\"ä\""),
    ])
    func scalarOfAText(text: String, scalar: String) throws {
        #expect(YAMLText.scalar(text) == scalar)
        guard !text.isEmpty else { return }
        let row = "- {url: a.example, expect: blocked}"
        let file = try ExpectationFile(Array("policy: \(scalar)\nexpectations:\n  \(row)\n".utf8))
        #expect(file.policy == text)
    }
}

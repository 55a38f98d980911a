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

        var policy: VersionedPolicy { VersionedPolicy(of: dictionary, linkedSDK: sdk) }

        func file(settings: ExpectationSettings = ExpectationSettings()) throws -> ExpectationFile {
            let text = WrittenExpectations(of: policy, settings: settings).text(source: "a\nb", policy: "a b.plist")
            return try ExpectationFile(Array(text.utf8))
        }

        func passes(_ file: ExpectationFile) -> Bool { rowsPass(file) && changes(file).isEmpty }

        func changes(_ file: ExpectationFile) -> [DomainChange] {
            file.domains.flatMap { $0.changes(under: policy) }
        }

        func rowsPass(_ file: ExpectationFile) -> Bool {
            var policy = policy
            return file.expectations.allSatisfy {
                ExpectationResult(of: $0, defaults: file.settings, under: &policy).passes
            }
        }

        /// The requirements and pins for each load of a file, on the first version of each way to read a policy.
        func answers(_ file: ExpectationFile) -> [[AnswerValue]] {
            let systems = VersionHistory.of(sdk?.family ?? .ios).changes
            let policies = systems.map { Policy(dictionary, readBy: $0, linkedSDK: sdk) }
            return file.expectations.flatMap { row in
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
        return (0..<16).map { _ in Case(dictionary: random.dictionary(), sdk: random.linkedSDK()) }
    }()

    @Test func writtenRowsPassUnderTheSamePolicy() throws {
        for each in Self.cases + [Case(dictionary: [:], sdk: nil)] {
            let file = try each.file()
            #expect(each.passes(file), "\(each.dictionary)")
            #expect(file.policy == "a b.plist" && !file.expectations.isEmpty)
        }
    }

    @Test func writtenRowsPassUnderTheirSettings() throws {
        for each in Self.cases.prefix(6) {
            for settings in [
                ExpectationSettings(systems: [try OSSpan(text: "macos14")]), ExpectationSettings(apis: [.webView]),
                ExpectationSettings(linkedSDK: .iOS(16)),
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
                #expect(mutated.rowsPass(file) == !hasChanged, "\(each.dictionary) -> \(mutated.dictionary)")
            }
        }
        #expect(changed > 10 && changed < 40)
    }

    /// A key that is added, removed or renamed fails, even if no host of the file has another answer.
    @Test func everyChangeOfDomainsFails() throws {
        let keys = [
            "new.example", "com", "172.16.0.0/12", "deep.api.example.com", "apple.com", "*.new.example", "a b", "",
            "bücher.example", "a\u{85}b\u{2028}c\u{7F}", "no", "Null", "1",
        ]
        for each in Self.cases.prefix(4) {
            for dictionary in DomainDictionary.allCases {
                for key in keys {
                    var entries: [String: PropertyValue] = [:]
                    if case .dictionary(let known) = each.dictionary[dictionary.key] { entries = known }
                    entries[key] = entries[key] == nil ? .dictionary([:]) : nil
                    var changed = each.dictionary
                    changed[dictionary.key] = .dictionary(entries)
                    let after = Case(dictionary: changed, sdk: each.sdk)
                    let domains = DomainDictionary.allCases.map { list in
                        DomainList(dictionary: list, line: 1, keys: each.policy.keys(of: list))
                    }
                    let changes = domains.flatMap { $0.changes(under: after.policy) }
                    #expect(changes.map(\.domain) == [key] && changes.map(\.dictionary) == [dictionary])
                }
            }
        }
        for key in keys {
            let one = Case(dictionary: [ATSKey.exceptionDomains: .dictionary([key: .dictionary([:])])], sdk: nil)
            let file = try one.file()
            #expect(file.domains.map(\.keys) == [[key], []])
            #expect(one.passes(file) && !Case(dictionary: [:], sdk: nil).passes(file))
        }
    }

    /// An entry that no OS reads has rows as well: they fail once the entry is mended.
    @Test func mendedEntryFails() throws {
        func policy(_ entry: PropertyValue) -> Case {
            Case(dictionary: [ATSKey.exceptionDomains: .dictionary(["a.example": entry])], sdk: nil)
        }
        let file = try policy(.string("YES")).file()
        #expect(policy(.string("YES")).passes(file))
        #expect(!policy(.dictionary([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)])).passes(file))
    }

    @Test func rowsAreForTheSystemOfTheSDK() throws {
        let file = try Case(dictionary: [:], sdk: .macOS(14)).file()
        #expect(file.expectations.allSatisfy { $0.settings.systems?.allSatisfy { $0.first.family == .macos } == true })
    }

    @Test func knownPolicies() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/policies")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            !$0.hasPrefix(".") && !$0.hasSuffix(".md")
        }
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
            of: VersionedPolicy(of: [:], linkedSDK: nil), settings: ExpectationSettings(linkedSDK: .iOS(18))
        ).text(source: "defaults", policy: nil)
        #expect(
            text.hasPrefix(
                """
                # The answers of the policy defaults, written by `atsproxy policy test --write`.
                # `atsproxy policy test` shows the rows that a change of the policy makes fail. The lists have the keys
                # of NSExceptionDomains and NSPinnedDomains: a key that is added, removed or renamed fails, too.
                linked-sdk: ios18
                domains: []
                pinned-domains: []
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

    @Test func aHostStandsBeforeItsSubdomain() {
        let keys = ["yours.example", "a.example", "subdomain.a.example"]
        let hosts = NamedHost.all(amongKeys: keys).map(\.host.description)
        #expect(
            hosts == [
                "a.example", "subdomain.a.example", "subdomain.subdomain.a.example", "yours.example",
                "subdomain.yours.example",
            ])
    }
}

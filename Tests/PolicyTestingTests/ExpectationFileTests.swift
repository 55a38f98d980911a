import InternetNames
import Testing
import TransportSecurity

@testable import PolicyTesting

@Suite struct ExpectationFileTests {
    private static func faults(_ text: String) -> [ExpectationFault] {
        do throws(ExpectationFaults) {
            _ = try ExpectationFile(Array(text.utf8))
            return []
        } catch {
            return error.faults
        }
    }

    @Test func rowsWithSettingsOfFileAndRow() throws {
        let file = try ExpectationFile(
            Array(
                """
                policy: ../Info.plist
                os: ios17-
                linked-sdk: ios16
                expectations:
                  - url: http://bücher.example/
                    expect: blocked
                    reason: The shop has TLS.
                  - url: [legacy.example.com, "http://[::1]:8080/"]
                    os: [ios9...ios16, macos15]
                    api: [URLSession, none]
                    expect: {minimumTLSVersion: TLSv1.0, matched: null, requiresForwardSecrecy: true, pins: []}
                """.utf8))
        #expect(file.policy == "../Info.plist")
        #expect(file.settings == ExpectationSettings(systems: [try OSSpan(text: "ios17-")], linkedSDK: .iOS(16)))
        #expect(file.expectations.map(\.line) == [5, 8])
        #expect(file.expectations[0].urls.map(\.host) == [.name("xn--bcher-kva.example")])
        #expect(file.expectations[0].expected == [.decision: .text("blocked")])
        #expect(file.expectations[0].reason == "The shop has TLS.")
        #expect(file.expectations[1].urls.map(\.text) == ["https://legacy.example.com", "http://[::1]:8080/"])
        #expect(file.expectations[1].settings.apis == [.urlSession, .none])
        #expect(
            file.expectations[1].expected == [
                .minimumTLSVersion: .text("TLSv1.0"), .matched: .null, .requiresForwardSecrecy: .boolean(true),
                .pins: .list([]),
            ])
    }

    @Test func bareListOfRows() throws {
        let file = try ExpectationFile(Array("- {url: example.com, expect: depends}".utf8))
        #expect(file.policy == nil && file.expectations.count == 1)
    }

    @Test(
        arguments: [
            ("", nil, "the file is empty"),
            ("# only a comment\n", nil, "the file is empty"),
            ("policy: a.plist\n", 1, "the file has no rows"),
            ("expectations: []\n", 1, "the file has no rows"),
            ("expectations: 3\n", 1, "the file has no rows"),
            ("a", 1, "the file has no rows"),
            ("expectation: []\n", 1, "unknown key 'expectation'; known are policy, os"),
            ("- {url: a.example}\n", 1, "the row has no expect"),
            ("-\n  expect: blocked\n", 2, "the row has no url"),
            ("- a\n", 1, "this entry has no keys"),
            ("- {url: a.example, expect: maybe}\n", 1, "decision takes one of allowed, blocked, depends"),
            ("- {url: a.example, expect: {}}\n", 1, "expect is empty"),
            ("- url: a.example\n  expect:\n    minimumTLSVersion: 1.2\n", 3, "minimumTLSVersion takes one of TLSv1.0"),
            ("- url: a.example\n  expect:\n    applies: \"true\"\n", 3, "applies takes true or false"),
            ("- {url: a.example, expect: {tls: TLSv1.2}}\n", 1, "unknown key 'tls'; known are decision"),
            ("- {url: a.example, expect: {pins: [{key: a}]}}\n", 1, "pins takes a list of entries"),
            ("- {url: 'ftp://a.example', expect: blocked}\n", 1, "ATS judges http, https, ws and wss"),
            ("- {url: [], expect: blocked}\n", 1, "the list of url is empty"),
            ("- {url: {a: b}, expect: blocked}\n", 1, "names no host"),
            ("- {url: a.example, expect: blocked, os: ios8}\n", 1, "'ios8' is not an OS version"),
            ("- {url: a.example, expect: blocked, os: [ios9-, [ios9]]}\n", 1, "os takes a text"),
            ("- {url: a.example, expect: blocked, api: Session}\n", 1, "api takes one of URLSession"),
            ("- {url: a.example, expect: blocked, linked-sdk: x}\n", 1, "linked-sdk takes the version of an SDK"),
            ("- {url: a.example, expect: blocked, reason: }\n", 1, "reason takes a text"),
            ("- {url: a.example, url: b.example, expect: blocked}\n", 1, "the key url occurs twice"),
            ("- &a {url: a.example, expect: blocked}\n- *a\n", 1, "anchors (&) and aliases (*) are not read"),
            ("- {url: &a a.example, expect: blocked}\n", 1, "anchors (&) and aliases (*) are not read"),
            ("- [\n", 2, "this is not YAML"),
            ("a: 1\n---\nb: 2\n", 2, "this is not YAML"),
        ] as [(String, Int?, String)])
    func faultOfAFile(text: String, line: Int?, sentence: String) {
        let faults = Self.faults(text)
        #expect(faults.count == 1)
        #expect(faults.first?.line == line, "\(faults)")
        #expect(faults.first?.sentence.contains(sentence) == true, "\(faults)")
    }

    @Test func faultsOfAllRows() {
        let faults = Self.faults("- {url: a b, expect: blocked}\n- {url: a, expect: allowed}\n- {url: a, expect: 1}\n")
        #expect(faults.map(\.line) == [1, 3])
    }

    @Test func ampersandsAndStarsInTextsAreNoAliases() {
        let text = """
            - url: http://a.example/?a=1&b=2
              expect: blocked
              reason: "R &D at *.a.example *b *c *d, &e"

            """
        #expect(Self.faults(text).isEmpty)
    }

    @Test func aliasesThatMultiply() {
        let levels = (1...30).map {
            "x\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ", "))]"
        }
        let text = (["x0: &a0 [a]"] + levels).joined(separator: "\n")
        #expect(Self.faults(text).first?.sentence.contains("too many aliases") == true)
    }

    @Test func markedWordsAndAmpersandsAreNoAliases() {
        let words = Array(repeating: "*payment* of R&D, see *b and *c*", count: 60).joined(separator: " ")
        let text = "- url: http://a.example/\n  expect: blocked\n  reason: \"\(words)\" # R&D, Q&A\n"
        #expect(Self.faults(text).isEmpty)
    }

    @Test func aliasesBehindAQuotedKeyThatMultiply() {
        let levels = (1...40).map { "\"x\($0)\":&a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
        let text = (["\"x0\":&a0 [a]"] + levels).joined(separator: "\n")
        #expect(Self.faults("{\n" + text.replacing("\n", with: ",\n") + "\n}").count == 1)
        let keys = (1...40).map { "? &k\($0) {*k\($0 - 1) : 1, a: *k\($0 - 1)}\n: 1" }
        let fault = Self.faults((["? &k0 a", ": 1"] + keys).joined(separator: "\n")).first
        #expect(fault?.sentence.contains("too many aliases") == true)
    }

    @Test func listsOfDomains() throws {
        let rows = "expectations: [{url: a.example, expect: depends}]"
        let text = "domains: [a.example, \"\", no, 10.0.0.0/8]\npinned-domains: []\n\(rows)"
        let file = try ExpectationFile(Array(text.utf8))
        #expect(
            file.domains == [
                DomainList(dictionary: .exceptions, line: 1, keys: ["a.example", "", "no", "10.0.0.0/8"]),
                DomainList(dictionary: .pins, line: 2, keys: []),
            ])
        #expect(Self.faults("domains: a.example\n\(rows)").first?.sentence.contains("takes a list of texts") == true)
        #expect(Self.faults("domains: [[a]]\n\(rows)").first?.sentence.contains("takes a list of texts") == true)
    }

    @Test func numberOfAnswersOfAFile() throws {
        let text = "- {url: [a.example, b.example], os: [ios9-, ios18.0], api: [URLSession, none], expect: depends}"
        let file = try ExpectationFile(Array(text.utf8))
        let versions = try OSSpan(text: "ios9-").uniformSpans.count + 1
        #expect(ExpectationResult.answerCount(of: file, defaults: ExpectationSettings()) == 4 * versions)
    }

    @Test func contentThatIsNoText() {
        #expect(throws: ExpectationFaults.self) { try ExpectationFile([0xFF, 0xFE, 0x00]) }
        #expect(throws: ExpectationFaults.self) {
            try ExpectationFile(Array(repeating: UInt8(ascii: "#"), count: ExpectationFile.sizeLimit + 1))
        }
        #expect(Self.faults(String(repeating: "[", count: 100_000)).count == 1)
        #expect(Self.faults("- {url: a, expect: {pins: \(String(repeating: "[", count: 900))").count == 1)
    }
}

import Documents
import InternetNames
import Testing
import TransportSecurity

@testable import PolicyTesting

@Suite struct PolicyMatrixTests {
    private static func matrix(
        _ dictionary: [String: PropertyValue] = [:], systems: [OSSpan]? = nil, api: LoadingAPI = .urlSession,
        linkedSDK: OSVersion? = nil, hosts: [String] = []
    ) -> PolicyMatrix {
        PolicyMatrix(
            of: VersionedPolicy(of: dictionary, linkedSDK: nil), systems: systems, api: api, linkedSDK: linkedSDK,
            hosts: hosts.compactMap { Host($0) })
    }

    private static func decisions(_ url: String, in matrix: PolicyMatrix) -> String {
        matrix.rows.filter { $0.url.text == url }.flatMap(\.answers).map(\.decision.rawValue).joined(separator: " ")
    }

    /// The decisions of the reference, section 3: what is local, and which addresses a system exempts.
    @Test(arguments: [
        ("http://unlisted.example", "blocked blocked blocked"), ("https://unlisted.example", "depends depends depends"),
        ("http://www.unlisted.example", "blocked blocked blocked"),
        ("http://printer.local", "blocked allowed allowed"), ("https://printer.local", "depends allowed allowed"),
        ("http://printer", "blocked allowed allowed"), ("http://localhost", "blocked allowed allowed"),
        ("http://host.tailnet.ts.net", "blocked blocked blocked"),
        ("http://203.0.113.1", "blocked allowed blocked"), ("https://203.0.113.1", "depends allowed depends"),
        ("http://192.168.1.10", "blocked allowed allowed"), ("http://100.64.0.1", "blocked allowed blocked"),
        ("http://127.0.0.1", "blocked allowed allowed"), ("http://[2001:db8::1]", "blocked allowed blocked"),
        ("http://[fd00::1]", "blocked allowed allowed"), ("http://[fe80::1]", "blocked allowed allowed"),
        ("http://[::1]", "blocked allowed allowed"),
    ])
    func defaultsOfATS(url: String, decisions: String) {
        let matrix = Self.matrix()
        #expect(matrix.columns.map(\.description) == ["ios9", "ios10...ios16", "ios17...ios27"])
        #expect(Self.decisions(url, in: matrix) == decisions)
    }

    @Test func decisionsAreThoseOfThePolicyOnEachVersion() throws {
        var random = RandomPolicy(seed: 11)
        for _ in 0..<3 {
            let (dictionary, sdk) = (random.dictionary(), random.linkedSDK())
            let matrix = Self.matrix(dictionary, systems: [.every(.ios)], linkedSDK: sdk)
            for version in VersionHistory.of(.ios).changes {
                let policy = Policy(dictionary, readBy: version, linkedSDK: sdk)
                let column = try #require(matrix.columns.lastIndex { $0.first.version <= version.version })
                for row in matrix.rows {
                    #expect(row.answers[column] == MatrixAnswer(policy.verdict(for: row.url), under: policy))
                }
            }
        }
    }

    @Test func appsWithAnOldSDKLoadFromAddresses() {
        let matrix = Self.matrix(linkedSDK: .iOS(16))
        #expect(Self.decisions("http://203.0.113.1", in: matrix) == "blocked allowed allowed")
        #expect(matrix.rows.flatMap(\.answers).contains { $0.sentences.contains("SDK from before iOS 17") })
        #expect(Self.matrix(linkedSDK: .iOS(8)).columns.map(\.description) == ["ios9...ios27"])
    }

    @Test func columnsAreOfTheSystemOfTheSDK() {
        #expect(Self.matrix(linkedSDK: .macOS(13)).columns.first?.first == .macOS(10, 11))
        #expect(Self.matrix().columns.first?.first == .iOS(9))
    }

    @Test func hostsThatAreGivenTwiceHaveOneRow() {
        let matrix = Self.matrix(hosts: ["a.example", "a.example"])
        #expect(matrix.rows.count { $0.url.text == "http://a.example" } == 1)
    }

    @Test func givenHostsReplaceThePublicName() {
        let dictionary: [String: PropertyValue] = [
            ATSKey.exceptionDomains: .dictionary([
                "example.com": .dictionary([
                    ATSKey.includesSubdomains: .boolean(true), ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true),
                ])
            ])
        ]
        let systems = [OSSpan(OSVersion.iOS(18))]
        let matrix = Self.matrix(dictionary, systems: systems, hosts: ["example.com", "203.0.113.7", "printer"])
        #expect(
            matrix.rows.prefix(8).map(\.kind) == ["given", "given", "its subdomain", "its subdomain"]
                + Array(repeating: "given", count: 4))
        #expect(Self.decisions("http://subdomain.example.com", in: matrix) == "allowed")
        #expect(Self.decisions("http://203.0.113.7", in: matrix) == "blocked")
        #expect(matrix.rows.count { $0.url.text == "http://printer" } == 1)
        #expect(!matrix.rows.contains { $0.url.text.contains("unlisted") })
    }

    @Test(
        arguments: [
            ([ATSKey.allowsLocalNetworking: .boolean(false)], "NSAllowsLocalNetworking is NO"),
            ([ATSKey.allowsArbitraryLoads: .boolean(true)], "NSAllowsArbitraryLoads is YES."),
            (
                [ATSKey.allowsArbitraryLoads: .boolean(true), ATSKey.allowsLocalNetworking: .boolean(true)],
                "the presence of NSAllowsLocalNetworking voids it"
            ),
            ([:], "The OS exempts all IP addresses."), ([:], "the OS exempts neither"),
            (
                [
                    ATSKey.exceptionDomains: .dictionary([
                        "example": .dictionary([ATSKey.includesSubdomains: .boolean(true)])
                    ])
                ],
                "The entry example of NSExceptionDomains holds."
            ),
        ] as [([String: PropertyValue], String)])
    func legendNamesTheKeyThatDecides(dictionary: [String: PropertyValue], sentence: String) {
        let text = TextRenderer().text(of: Self.matrix(dictionary).document(source: "My.app"))
        #expect(text.replacing("\n  ", with: " ").contains(sentence), "\(text)")
    }

    @Test func hostsOfThePolicyWithoutARowAreNamed() {
        let names = ["a.example", "localhost", "printer.local"]
        let entries = names.map { ($0, PropertyValue.dictionary([:])) }
        let dictionary = [ATSKey.exceptionDomains: PropertyValue.dictionary(Dictionary(uniqueKeysWithValues: entries))]
        let text = TextRenderer().text(of: Self.matrix(dictionary).document(source: "My.app"))
        #expect(text.replacing("\n", with: " ").contains("The policy has entries for a.example, which have no row"))
        #expect(!TextRenderer().text(of: Self.matrix().document(source: "My.app")).contains("have no row"))
    }

    @Test func apisWithKeysOfTheirOwn() {
        let dictionary = [ATSKey.allowsArbitraryLoadsInWebContent: PropertyValue.boolean(true)]
        #expect(
            Self.decisions("http://unlisted.example", in: Self.matrix(dictionary, api: .webView))
                == "blocked allowed allowed")
        let text = TextRenderer().text(of: Self.matrix(api: .none).document(source: "My.app"))
        #expect(text.contains("ATS does not judge loads through this API."))
    }

    @Test func formatsOfTheTable() {
        let matrix = Self.matrix()
        let text = TextRenderer().text(of: matrix.document(source: "My.app"))
        #expect(text.hasPrefix("The policy My.app by kind of host\n\nLoads through URLSession"))
        #expect(
            text.contains("private IPv4        http://192.168.1.10           blocked (3)  allowed (4)    allowed (4)"),
            "\(text)")
        #expect(MarkdownRenderer().text(of: matrix.document(source: "My.app")).contains("| Kind | URL | ios9 |"))
        let lines = matrix.lines(source: "My.app").map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.count == 28)
        #expect(
            lines[0].hasPrefix(
                #"{"kind":"public name","url":"http://unlisted.example","source":"My.app","api":"URLSession","answers":[{"os":"ios9","decision":"blocked","reason":"default","matched":null,"sentence":"Cleartext is blocked."#
            ), "\(lines[0])")
    }
}

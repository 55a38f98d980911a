import Advice
import Documents
import Events
import Foundation
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import Traffic
import TransportSecurity

/// Text from the network is escaped in every format.
@Suite struct HostileTextTests {
    private static let hostile =
        "<script>alert(1)</script>\u{1B}[31m\u{7}\u{202E}|`x` [a](http://b) www.c.d ]]> \"'&\r\n# h\u{2028}\u{0}"

    private static func report() -> Report {
        var options = ReportOptions(time: Certificates.now)
        options.expectedHosts = ExpectedHosts([ExpectedHost(hostile, bundleIdentifier: hostile)])
        options.expectedHosts.isPrivacyReport = true
        options.expectedHosts.source = hostile
        options.waivers = [
            DatedWaiver(
                Waiver(rule: .cleartext, host: .name(hostile)), reason: hostile, owner: hostile,
                expires: Certificates.now + -1)
        ]
        return Report(traffic, traffic.asRecorded, options: options)
    }

    /// Two loads from a host with a hostile name, one of them in cleartext.
    private static var traffic: RecordedTraffic {
        var event = DecisionEvent(
            time: Certificates.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .wouldBlock)
        (event.scheme, event.host, event.port) = (.https, .name(hostile), 443)
        event.client?.app = CachedJSON(
            ClientApp(name: hostile, version: hostile, api: .urlSession, os: nil, userAgent: hostile))
        event.violations = [
            Finding(
                rule: .tlsVersion, message: hostile, expected: hostile, actual: hostile,
                exception: Finding.Exception(domain: hostile, keys: [hostile: .string(hostile)]))
        ]
        event.notes = [Note(nil, hostile)]
        let entries = [Load.Scheme.https, .http].map { scheme in
            event.scheme = scheme
            var entry = TrafficEntry(event)
            entry.decisions = 1
            return entry
        }
        return RecordedTraffic(sources: [RecordingSource(name: hostile)], entries: entries)
    }

    private func isHarmless(_ text: String) -> Bool {
        !text.unicodeScalars.contains { scalar in
            scalar != "\n" && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
        }
    }

    @Test func textEscapesControlCharacters() {
        #expect(isHarmless(TextRenderer().text(of: Self.report().document())))
    }

    @Test func markdownHasNoForeignMarkup() {
        let text = MarkdownRenderer().text(of: Self.report().document())
        #expect(isHarmless(text))
        for part in ["<script", "`x`", "[a]", "http://b", "www.c"] { #expect(!text.contains(part)) }
        // A cell cannot end its row: every row of a table has as many unescaped bars as the head of its table.
        var expected = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                expected = 0
                continue
            }
            let bars = line.replacing("\\|", with: "").count { $0 == "|" }
            if expected == 0 { expected = bars }
            #expect(bars == expected)
        }
    }

    @Test func htmlHasNoForeignMarkup() {
        let text = HTMLRenderer().text(of: Self.report().document())
        #expect(isHarmless(text))
        #expect(text.ranges(of: "<script>").count == 1 && !text.contains("alert(1)</script>"))
        #expect(text.contains("&lt;script&gt;"))
    }

    @Test func junitHasNoForeignMarkup() throws {
        let text = JUnitReport(Self.report()).text
        #expect(isHarmless(text) && !text.contains("<script") && !text.contains("]]>"))
        let tags = try XMLOutline(text).tags
        #expect(tags.contains("testcase") && tags.allSatisfy { Self.junitTags.contains($0) })
    }

    private static let junitTags = [
        "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "properties", "property",
    ]

    @Test func jsonAndSARIFParse() throws {
        let place = FindingLocation(path: "a b<\n.plist", text: "")
        for line in [Self.report().line, SARIFReport(Self.report(), at: place, version: "1").line] {
            #expect(isHarmless(String(decoding: line, as: UTF8.self)))
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line)) }
        }
        let sarif = String(decoding: SARIFReport(Self.report(), at: place, version: "1").line, as: UTF8.self)
        #expect(sarif.contains("\"uri\":\"a%20b%3C%0A.plist\""))
    }

    @Test func noTextAddsALineForXcode() {
        let report = Self.report()
        let text = XcodeReport(report, at: FindingLocation(path: "a b<\n.plist", text: ""), from: nil).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(isHarmless(text) && !lines.isEmpty && lines.allSatisfy { $0.hasPrefix("a b<\\u{A}.plist:1: ") })
    }

    private static var advice: AppPolicyAdvice {
        AppPolicyAdvice(
            on: traffic, by: SimulatedSite.replay(),
            declared: ["NSExceptionDomains": .dictionary([hostile: .dictionary([hostile: .string(hostile)])])],
            os: .fixed(.newest))
    }

    /// Documents of other kinds than reports: advice, changes and causes of errors.
    private static func documents() throws -> [Document] {
        let strict = try SimulatedSite.appliedPolicy([:])
        let anew = SimulatedSite.replay().judge(traffic, under: strict)
        let difference = PolicyDifference(
            old: NamedPolicy(name: hostile, dictionary: [hostile: .string(hostile)], linkedSDK: nil),
            new: NamedPolicy(name: hostile, dictionary: [:], linkedSDK: nil))
        return [
            advice.document, difference.document, Document(title: hostile, blocks: report().findings.recordedCauses),
            Document(
                title: hostile, blocks: Document.blocks(on: VerdictChange.changes(from: traffic.asRecorded, to: anew))),
        ]
    }

    @Test func noDocumentHasForeignMarkup() throws {
        for document in try Self.documents() {
            #expect(isHarmless(TextRenderer().text(of: document)))
            let markdown = MarkdownRenderer().text(of: document)
            #expect(isHarmless(markdown))
            let html = HTMLRenderer().text(of: document)
            #expect(isHarmless(html) && html.ranges(of: "<script").count == 1)
            // Code is between fences, where CommonMark reads no markup. Other text is escaped.
            let prose = markdown.split(separator: "```", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
            for part in ["<script", "`x`", "[a]", "http://b", "www.c"] { #expect(!prose.contains(part)) }
        }
    }

    @Test func adviceHasNoForeignMarkup() throws {
        let advice = Self.advice
        #expect(advice.exceptions.map(\.host) == [.name(Self.hostile)])
        let empty = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n</dict>\n</plist>\n"
        let patch = try #require(advice.patch(of: empty, at: "Info.plist"))
        for text in [advice.propertyList, patch, String(decoding: advice.line, as: UTF8.self)] {
            #expect(isHarmless(text.replacing("\t", with: "")))
        }
        #expect(!(advice.propertyList + patch).contains("<script"))
        #expect(
            try XMLOutline(advice.propertyList).tags.allSatisfy { ["plist", "dict", "key", "true", ""].contains($0) })
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(advice.line)) }
    }
}

/// The names of all opening tags in a text with balanced brackets and quotes.
private struct XMLOutline {
    var tags: [String] = []

    init(_ text: String) throws {
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            let end = try #require(rest[start...].firstIndex(of: ">"))
            let tag = rest[rest.index(after: start)..<end]
            #expect(tag.count { $0 == "\"" }.isMultiple(of: 2))
            if !tag.hasPrefix("/") && !tag.hasPrefix("?") { tags.append(String(tag.prefix { $0.isLetter })) }
            rest = rest[end...]
        }
    }
}

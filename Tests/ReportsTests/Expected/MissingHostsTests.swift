import Documents
import Events
import InternetNames
import JSONWriting
import Judging
import Recordings
import SimulatedServers
import Testing
import TransportSecurity
@testable import Reports

@Suite struct MissingHostsTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func load(_ host: String, _ app: String?, api: LoadingAPI = .urlSession) -> DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text("\(host) \(app ?? "")"), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name(host), 443)
        event.facts = "sha256:1"
        event.client?.app = app.map { CachedJSON(ClientApp(name: $0, version: "1", api: api, os: nil, userAgent: $0)) }
        return event
    }

    private static func report(
        _ loads: [DecisionEvent], _ lines: [String], _ change: (inout ReportOptions) -> Void = { _ in }
    ) throws -> Report {
        let traffic = SimulatedSite.traffic(loads.flatMap { $0.line + [0x0A] }, keepingFacts: false)
        var options = ReportOptions(time: time)
        options.expectedHosts = try ExpectedHosts(
            Array(lines.joined(separator: "\n").utf8), source: "phone.ndjson", ascii: { $0 })
        change(&options)
        return Report(traffic, traffic.asRecorded, options: options)
    }

    private static func json(of report: Report) -> String {
        ReportFormat.json.text(
            of: report, by: TextRenderer(), at: FindingLocation(path: "p", text: ""), version: "1",
            publicSuffixes: PublicSuffixes())
    }

    private static func line(_ domain: String, _ app: String, more: String = "") -> String {
        AppPrivacyReportTests.line(domain, app, hits: "7", more: more)
    }

    @Test func comparesWithTheLoadsOfTheApp() throws {
        let report = try Self.report(
            [
                Self.load("seen.example", "MyApp"), Self.load("other.example", "Other"),
                Self.load("web.example", "com.apple.WebKit.Networking", api: .webView), Self.load("bare.example", nil),
            ],
            ["seen", "other", "web", "bare", "gone"].map { Self.line("\($0).example", "com.example.MyApp") })
        let missing = report.coverage.missingHosts.hosts
        #expect(missing.map(\.expected.name) == ["other.example", "gone.example"])
        #expect(missing.allSatisfy { $0.app == "MyApp" && $0.expected.contacts == 7 })
        #expect(report.status == 2 && report.gaps.map(\.kind) == [.expectedHosts])
        #expect(report.gaps[0].sentence.contains("other.example of com.example.MyApp (7 contacts)"))
        #expect(report.coverage.statements[0].contains("com.example.MyApp as MyApp"))
    }

    /// Where the app cannot be told, every load counts, and the report says so.
    @Test func comparesWithAllLoadsWhereTheAppIsNotKnown() throws {
        let report = try Self.report(
            [Self.load("other.example", "Other")],
            [Self.line("other.example", "com.example.MyApp"), Self.line("gone.example", "com.example.MyApp")])
        #expect(report.coverage.missingHosts.names == ["gone.example"])
        #expect(report.coverage.missingHosts.hosts[0].app == nil)
        #expect(report.coverage.statements[0].contains("compared with the whole recording"))
    }

    @Test func aFilterLeavesOutOtherApps() throws {
        let lines = [Self.line("gone.example", "com.example.MyApp"), Self.line("else.example", "com.example.Else")]
        let loads = [Self.load("seen.example", "MyApp")]
        let chosen = try Self.report(loads, lines) { $0.filter.apps = ["myapp"] }
        #expect(chosen.coverage.missingHosts.names == ["gone.example"])
        #expect(chosen.coverage.statements.contains { $0.contains("com.example.Else") && $0.contains("left out") })
        let unknown = try Self.report(loads, [lines[1]]) { $0.filter.apps = ["MyApp"] }
        #expect(unknown.coverage.missingHosts.hosts.isEmpty && unknown.status == 2)
        #expect(unknown.gaps[0].sentence.contains("com.example.Else"))
        let known = try Self.report(loads, [lines[1]]) {
            $0.filter.apps = ["MyApp"]
            $0.expectedHosts.userAgentNames = ["com.example.Else": ["MyApp"]]
        }
        #expect(known.coverage.missingHosts.names == ["else.example"])
    }

    @Test func aFilterOnHostsAndTimesHolds() throws {
        let old = #","firstTimeStamp":"2026-11-01T00:00:00Z","timeStamp":"2026-11-02T00:00:00Z""#
        let lines = [Self.line("old.example", "a", more: old), Self.line("new.other", "a")]
        let all = try Self.report([Self.load("seen.example", "MyApp")], lines)
        #expect(all.coverage.missingHosts.names == ["new.other"])
        #expect(all.coverage.missingHosts.unrecorded.map(\.expected.name) == ["old.example"])
        #expect(all.coverage.statements.contains { $0.contains("1 host in phone.ndjson was contacted only before") })
        let since = try Self.report([Self.load("seen.example", "MyApp")], lines) { $0.filter.since = Self.time }
        #expect(since.coverage.missingHosts.names == ["new.other"])
        let host = try Self.report([Self.load("seen.example", "MyApp")], lines) {
            $0.filter.hosts = HostPattern("*.example").map { [$0] } ?? []
        }
        #expect(host.coverage.missingHosts.unrecorded.map(\.expected.name) == ["old.example"])
        #expect(host.coverage.missingHosts.names.isEmpty && host.coverage.missingHosts.compared == 0)
    }

    /// App Privacy Reports cover days, of which the recording has an hour.
    @Test func contactsWhenNothingWasRecordedAreNoGap() throws {
        func times(_ first: String, _ last: String) -> String {
            #","firstTimeStamp":"\#(first)","timeStamp":"\#(last)""#
        }
        let before = times("2026-11-01T00:00:00Z", "2026-11-20T23:59:59Z")
        let after = times("2026-11-21T00:00:01Z", "2026-11-22T00:00:00Z")
        let seen = Self.line("seen.example", "com.example.MyApp", more: before)
        let lines = [
            seen, Self.line("before.example", "com.example.MyApp", more: before),
            Self.line("after.example", "com.example.MyApp", more: after),
        ]
        let report = try Self.report([Self.load("seen.example", "MyApp")], lines)
        let missing = report.coverage.missingHosts
        #expect(report.status == 0 && report.gaps.isEmpty && report.coverage.hostCoverage.reasons.isEmpty)
        #expect(missing.unrecorded.map(\.expected.name) == ["before.example", "after.example"])
        #expect(
            missing.sentence == "1 of 1 contacted host is in the recording, with a judged load. "
                + "2 more were contacted when nothing was recorded.")
        let text = TextRenderer(width: 200).text(of: report.document())
        #expect(text.contains("Contacted when nothing was recorded (2)") && text.contains("2026-11-20 23:59"))
        // Contacts on both sides, and those without times, may have been in the recording's time.
        let across = Self.line("across.example", "a", more: times("2026-11-01T00:00:00Z", "2026-11-22T00:00:00Z"))
        let untimed = [Self.line("before.example", "com.example.MyApp"), Self.line("untimed.example", "a"), across]
        let within = try Self.report([Self.load("seen.example", "MyApp")], lines + untimed)
        #expect(within.coverage.missingHosts.names == ["before.example", "untimed.example", "across.example"])
        #expect(within.status == 2)
    }

    /// A filter leaves loads out, but the proxy recorded at their time.
    @Test func aFilterDoesNotNarrowTheTimeOfTheRecording() throws {
        var other = Self.load("other.example", "Other")
        other.time = Self.time + 3600
        let contact = #","firstTimeStamp":"2026-11-21T00:30:00Z","timeStamp":"2026-11-21T00:30:00Z""#
        var filter = RecordingFilter()
        filter.apps = ["MyApp"]
        let bytes = (Self.load("seen.example", "MyApp").line + [0x0A]) + (other.line + [0x0A])
        var reader = RecordingReader(keepingFacts: false, filter: filter, SimulatedSite.decoder)
        reader.begin("r")
        bytes.withUnsafeBufferPointer { reader.read($0) }
        reader.end()
        let traffic = reader.traffic
        #expect(traffic.period?.upperBound == Self.time && traffic.recordedPeriod?.upperBound == other.time)
        var options = ReportOptions(time: Self.time)
        options.filter = filter
        let line = Self.line("gone.example", "com.example.MyApp", more: contact)
        options.expectedHosts = try ExpectedHosts(Array(line.utf8), source: "phone.ndjson", ascii: { $0 })
        let report = Report(traffic, traffic.asRecorded, options: options)
        #expect(report.coverage.missingHosts.names == ["gone.example"] && report.status == 2)
    }

    @Test(arguments: [
        (["seen.example"], "1 of 1 expected host is in the recording, with a judged load."),
        (["seen.example", "b.example", "c.example"], "1 of 3 expected hosts is in the recording, with a judged load."),
    ])
    func statesHowManyAreSeen(lines: [String], sentence: String) throws {
        let report = try Self.report([Self.load("seen.example", "MyApp")], lines)
        #expect(report.coverage.missingHosts.sentence == sentence)
        let json = Self.json(of: report)
        #expect(
            json.contains(#""expectedHosts":{"compared":\#(lines.count),"seen":1,"outsideRecording":0}"#), "\(json)")
        let document = report.document()
        for text in [TextRenderer(width: 200).text(of: document), MarkdownRenderer().text(of: document)] {
            #expect(text.replacing("\\.", with: ".").contains(sentence))
        }
        #expect(HTMLRenderer().text(of: document).contains(sentence))
        let nothing = try Self.report([Self.load("seen.example", "MyApp")], lines) { $0.expectedHosts = [] }
        #expect(nothing.coverage.missingHosts.sentence == nil)
        #expect(Self.json(of: nothing).contains(#""expectedHosts":null"#))
    }

    @Test func nothingComparedIsSaid() throws {
        let old = #","timeStamp":"2026-11-02T00:00:00Z""#
        let report = try Self.report([Self.load("seen.example", "MyApp")], [Self.line("old.example", "a", more: old)])
        #expect(
            report.coverage.missingHosts.sentence
                == "No contacted host was compared with the recording: 1 host was contacted when nothing was recorded.")
        let other = try Self.report([Self.load("seen.example", "MyApp")], ["a.example"]) {
            $0.filter.hosts = HostPattern("seen.example").map { [$0] } ?? []
        }
        #expect(other.coverage.missingHosts.sentence?.contains("none concerns this report") == true)
    }

    @Test func damagedLinesAreAGap() throws {
        let report = try Self.report(
            [Self.load("seen.example", "MyApp")], [Self.line("seen.example", "com.example.MyApp"), "noise"])
        #expect(report.gaps.map(\.kind) == [.unreadableLines] && report.status == 2)
        #expect(report.gaps[0].sentence == "phone.ndjson: 1 line could not be read (line 2); what they say is missing.")
    }

    @Test func everyFormatNamesThem() throws {
        let last = #","timeStamp":"2026-11-21T00:00:00Z""#
        let report = try Self.report(
            [Self.load("seen.example", "MyApp")], [Self.line("gone.example", "com.example.MyApp", more: last)])
        for format in ReportFormat.allCases where format != .csv && format != .csvHosts {
            let text = format.text(
                of: report, by: TextRenderer(width: 200, usesColour: false), at: FindingLocation(path: "p", text: ""),
                version: "1", publicSuffixes: PublicSuffixes())
            let plain = text.replacing("\u{200B}", with: "").replacing("<wbr>", with: "").replacing("\\.", with: ".")
            for part in ["gone.example", "com.example.MyApp"] { #expect(plain.contains(part), "\(format) \(part)") }
        }
    }
}

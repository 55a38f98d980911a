import Documents
import Events
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import Traffic
import TransportSecurity

/// Reports by test case.
@Suite struct ReportLabelTests {
    private static let now = Instant(year: 2026, month: 11, day: 21)

    private static func load(_ number: Int, _ host: Host, _ label: String?, fails: Bool) -> [UInt8] {
        var event = DecisionEvent(
            time: now + Int64(number), id: .text("\(number)"), from: .client(.init(listener: "l")),
            decision: fails ? .wouldBlock : .allowed)
        event.client?.label = label
        (event.scheme, event.host, event.port) = (.http, host, 80)
        if fails {
            event.violations = [Finding(rule: .cleartext, message: "Cleartext.", expected: "https", actual: "http")]
        }
        return event.line + [0x0A]
    }

    private static func made(of lines: [[UInt8]], choosing: (inout RecordingFilter) -> Void = { _ in }) -> Report {
        var filter = RecordingFilter()
        choosing(&filter)
        let traffic = SimulatedSite.traffic(lines.flatMap(\.self), keepingFacts: false, filter: filter)
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: now))
    }

    private let report = Self.made(of: [
        Self.load(1, .name("bad.example"), "testPay", fails: true),
        Self.load(2, .name("bad.example"), "testPay", fails: true),
        Self.load(3, .name("bad.example"), "testLogin", fails: true),
        Self.load(4, .name("good.example"), "testLogin", fails: false),
        Self.load(5, .name("good.example"), "test <About>", fails: false),
        Self.load(6, .name("bad.example"), nil, fails: true),
    ])

    @Test func testCasesAreWorstFirst() {
        #expect(report.labels.map(\.label) == ["testPay", "testLogin", "test <About>"])
        #expect(report.labels.map(\.loads) == [2, 2, 1] && report.labels.map(\.violatedLoads) == [2, 1, 0])
        #expect(report.labels.map(\.findings.count) == [1, 1, 0])
        #expect(report.findings.map(\.labels) == [["testPay", "testLogin"]])
        #expect(report.traffic.loads == 6)
    }

    /// No load is lost between the test cases: what has none is a row and a number.
    @Test func loadsWithoutATestCaseAreARow() throws {
        let none = try #require(report.unlabelled)
        #expect(none.loads == 1 && none.violatedLoads == 1 && none.findings.count == 1)
        #expect(report.labels.reduce(none.loads) { $0 + $1.loads } == report.traffic.loads)
        let text = ReportFormat.markdown.text(
            of: report, by: TextRenderer(width: 100, usesColour: false), at: FindingLocation(path: "a", text: ""),
            version: "1", publicSuffixes: PublicSuffixes())
        #expect(text.contains("| none |") && text.contains("1 load of 6 belongs to no test case."))
        let json = String(decoding: report.line, as: UTF8.self)
        #expect(json.contains(#""unlabelled":{"label":"none","loads":1"#))
        // Without test cases, and where each load has one, there is no such row.
        let labels: [[String?]] = [[nil, nil], ["a", "b"]]
        for labels in labels {
            let lines = labels.enumerated().map { Self.load($0.offset, .name("a.example"), $0.element, fails: true) }
            #expect(Self.made(of: lines).unlabelled == nil)
        }
    }

    /// A CI system follows a test case by its name, which its result does not change.
    @Test func aTestCaseHasOneNameInJUnit() {
        for fails in [true, false] {
            let lines = (0..<2).map { Self.load($0, .name("\($0).example"), "testPay", fails: fails) }
            let text = JUnitReport(Self.made(of: lines)).text
            #expect(text.contains("<testsuite name=\"testPay\" tests=\"1\" failures=\"\(fails ? 1 : 0)\""))
            #expect(text.contains("<testcase classname=\"ats\" name=\"testPay\""))
            #expect(!fails || text.contains("message=\"2 findings\""))
            // What fails in test cases alone is counted once.
            #expect(text.contains("<testsuites name=\"atsproxy\" tests=\"3\" failures=\"\(fails ? 1 : 0)\""))
            // Each finding has a line of its own.
            #expect(!fails || text.contains(/>.*0\.example.*\n.*1\.example.*<\/failure>/))
            #expect(!text.contains("u{A}"))
        }
    }

    @Test func eachTestCaseIsASuiteOfJUnit() {
        let text = JUnitReport(report).text
        #expect(text.contains("<testsuite name=\"testLogin\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\">"))
        #expect(text.contains("<testcase classname=\"ats\" name=\"test &lt;About&gt;\"/>"))
        #expect(text.contains("<testsuites name=\"atsproxy\" tests=\"5\" failures=\"3\" errors=\"0\">"))
        #expect(
            !JUnitReport(Self.made(of: [Self.load(1, .name("a.example"), nil, fails: false)])).text.contains(
                "test case"))
    }

    @Test func otherFormatsNameThem() throws {
        #expect(try Validator.reportSchema.errors(to: report.line) == "")
        let sarif = SARIFReport(report, at: FindingLocation(path: "Info.plist", text: ""), version: "1").line
        #expect(try Validator.sarif.errors(to: sarif) == "")
        #expect(String(decoding: sarif, as: UTF8.self).contains(#""labels":["testLogin","testPay"]"#))
        let text = ReportFormat.markdown.text(
            of: report, by: TextRenderer(width: 100, usesColour: false), at: FindingLocation(path: "a", text: ""),
            version: "1", publicSuffixes: PublicSuffixes())
        #expect(text.contains("Test cases") && text.contains("testPay"))
    }

    /// A test case has one name in JUnit, whatever its result, and is there if it made no load. One that made loads is no
    /// other for having been named, wherever the lines are.
    @Test func eachNamedTestCaseIsOneCase() throws {
        let names = ["testLogin", "testPay", "testNothing"]
        let named = names.map {
            LabelEvent(time: Self.now, label: $0, listener: "l", client: "192.0.2.7").line + [0x0A]
        }
        for fails in [false, true] {
            let loads = names.dropLast().enumerated().map { Self.load($0, .name("a.example"), $1, fails: fails) }
            for lines in [named + loads, loads + named] {
                let report = Self.made(of: lines)
                #expect(
                    Dictionary(uniqueKeysWithValues: report.labels.map { ($0.label, $0.loads) })
                        == ["testLogin": 1, "testPay": 1, "testNothing": 0])
                let text = JUnitReport(report).text
                for name in names {
                    #expect(text.split(separator: "<testcase classname=\"ats\" name=\"\(name)\"").count == 2, "\(text)")
                }
                #expect(
                    text.contains(
                        "name=\"testNothing\"><skipped message=\"No load was made in this test case.\"/></testcase>"))
                #expect(try Validator.reportSchema.errors(to: report.line) == "")
            }
        }
        // Loads that a filter leaves out may belong to it.
        #expect(Self.made(of: named, choosing: { $0.apps = ["MyApp"] }).labels.isEmpty)
        #expect(Self.made(of: named, choosing: { $0.labels = ["testPay"] }).labels.map(\.label) == ["testPay"])
    }

    /// What cannot be counted is said.
    @Test func testCasesBeyondTheLimitAreSaid() {
        let lines = (0..<LoadCounts.labelLimit + 3).map {
            Self.load($0, .name("a.example"), "test \($0)", fails: false)
        }
        let report = Self.made(of: lines)
        #expect(report.labels.count == LoadCounts.labelLimit)
        #expect(
            report.coverage.statements.contains { $0.hasPrefix("3 loads of further test cases are in no test case") })
    }
}

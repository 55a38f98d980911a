import Documents
import Foundation
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct MachineReportTests {
    private static let plist = """
        <plist><dict>
          <key>NSAppTransportSecurity</key>
          <dict>
            <key>NSExceptionDomains</key>
            <dict>
              <key>old.example</key><dict/>
            </dict>
          </dict>
        </dict></plist>
        """

    /// Reports of all kinds: with findings, waived and known, judged again, and empty.
    private static func reports() throws -> [Report] {
        var waived = try ReportTests.report {
            $0.waivers = [
                DatedWaiver(
                    Waiver(rule: .tlsVersion), reason: "r", owner: "o", expires: Instant(milliseconds: 0)),
                DatedWaiver(
                    Waiver(rule: .cleartext, host: .name("plain.example")), reason: "r", owner: "o",
                    expires: Instant(year: 2030, month: 1, day: 1)),
                DatedWaiver(
                    Waiver(.family("certificate"), at: .subdomains(of: "corp.example")), reason: "r", owner: "o",
                    expires: Instant(milliseconds: 0)),
            ]
            $0.baseline = Baseline(["tls.version@gone.example#MyApp": .violation])
        }
        waived.basis = .anew(policy: "App.plist", os: "ios27")
        let empty = Report(RecordedTraffic(), [], options: ReportOptions(time: Certificates.now))
        return [try ReportTests.report(), waived, empty]
    }

    /// `report.schema.json` is the schema for other programs that read reports.
    @Test func jsonConformsToItsSchema() throws {
        for report in try Self.reports() { #expect(try Validator.reportSchema.errors(to: report.line) == "") }
        #expect(try Validator.reportSchema.errors(to: Array("{\"schema\":2}".utf8)) != "")
    }

    /// The schema published by OASIS.
    @Test func sarifConformsToItsSchema() throws {
        let place = FindingLocation(path: "App/Info.plist", text: Self.plist)
        for report in try Self.reports() {
            let sarif = SARIFReport(report, at: place, version: "1.2.3").line
            #expect(try Validator.sarif.errors(to: sarif) == "")
        }
        let spoiled = "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{}}}]}"
        #expect(try Validator.sarif.errors(to: Array(spoiled.utf8)).contains("'name' is a required property"))
    }

    @Test func rulesLeadToTheirSection() throws {
        let report = try ReportTests.report()
        let place = FindingLocation(path: "App/Info.plist", text: Self.plist)
        let sarif = String(decoding: SARIFReport(report, at: place, version: "1").line, as: UTF8.self)
        let page = HTMLRenderer().text(of: report.document())
        let address = RulePage.address(of: .tlsVersion)
        #expect(address.hasSuffix("/docs/rules.md#tls-version"))
        #expect(sarif.contains(#""helpUri":"\#(address)""#))
        #expect(page.contains("<a href=\"\(address)\">"))
    }

    /// Each finding names the catalogues' identifiers of its rule, in JSON, in SARIF's rules and in HTML.
    @Test func weaknessesAreNamed() throws {
        let report = try ReportTests.report()
        let json = String(decoding: report.line, as: UTF8.self)
        let sarif = String(
            decoding: SARIFReport(report, at: FindingLocation(path: "a", text: ""), version: "1").line, as: UTF8.self)
        let html = HTMLRenderer().text(of: report.document())
        for finding in report.findings {
            let names = finding.finding.rule.weaknesses
            #expect(json.contains("\"weaknesses\":[\"" + names.joined(separator: "\",\"") + "\"]"))
            #expect(html.contains(names.joined(separator: ", ")))
        }
        #expect(sarif.contains(#""tags":["security","MASVS-NETWORK-1","MASWE-0050","external/cwe/cwe-319"]"#))
    }

    @Test(arguments: RuleID.allCases)
    func everyRuleHasAControl(rule: RuleID) {
        #expect(rule.weaknesses.first?.hasPrefix("MASVS-NETWORK-") == true)
    }

    /// What was not judged is green nowhere.
    @Test func gapsAreErrorsInJUnitAndNotificationsInSARIF() throws {
        var report = try ReportTests.report()
        report.gaps = [ReportGap(kind: .facts, count: 3, sentence: "3 loads <of> a.", fix: "Again.")]
        let junit = JUnitReport(report).text
        #expect(junit.contains("errors=\"1\"") && junit.contains("<error type=\"gap.facts\" message=\"Again.\"/>"))
        let sarif = SARIFReport(report, at: FindingLocation(path: "a", text: ""), version: "1").line
        #expect(String(decoding: sarif, as: UTF8.self).contains("\"text\":\"3 loads <of> a. Again.\""))
    }

    @Test func aReportIsABaselineForTheNext() throws {
        let first = try ReportTests.report()
        let baseline = try JSONDecoder().decode(Baseline.self, from: Data(first.line))
        #expect(!(try ReportTests.report { $0.baseline = baseline }).isFailing)
    }

    @Test func sarifLocatesEachFinding() throws {
        let place = FindingLocation(path: "App/Info.plist", text: Self.plist)
        let sarif = SARIFReport(try ReportTests.report(), at: place, version: "1.2.3")
        let object = try JSONSerialization.jsonObject(with: Data(sarif.line)) as? [String: Any]
        let run = try #require((object?["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(object?["version"] as? String == "2.1.0")
        #expect(results.count == (try ReportTests.report()).findings.count)
        var lines: [String: Int] = [:]
        for result in results {
            let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            let fingerprints = result["partialFingerprints"] as? [String: String]
            let fingerprint = try #require(fingerprints?["atsproxy/appHostAndRule/v1"])
            lines[fingerprint] = (location?["region"] as? [String: Any])?["startLine"] as? Int
            #expect((location?["artifactLocation"] as? [String: Any])?["uri"] as? String == "App/Info.plist")
            #expect(["error", "warning"].contains(result["level"] as? String))
        }
        // Loads under the defaults were decided by no key of this policy.
        #expect(lines["tls.version@old.example#MyApp"] == 2 && lines["tls.version@middle.example#MyApp"] == 2)
    }

    /// Xcode reads `PATH:LINE: error: MESSAGE` and shows it beside the line. What makes the report fail is an error there, too.
    @Test func xcodeHasALineForEachFinding() throws {
        let place = FindingLocation(path: "My App/Info.plist", text: Self.plist)
        let reports = try Self.reports()
        for report in reports {
            let lines = XcodeReport(report, at: place, from: "/Sources").text.split(separator: "\n")
            #expect(lines.count == report.findings.count + report.expiredWaivers.count + report.gaps.count)
            let errors = lines.count { $0.contains(": error: ") }
            #expect(errors == report.failing.count + report.expiredWaivers.count)
            #expect(lines.count { $0.contains(": warning: ") } == report.gaps.count)
            #expect(
                lines.allSatisfy {
                    $0.wholeMatch(of: /\/Sources\/My App\/Info\.plist:\d+: (error|warning|note): .* \[[a-z.-]+\]/)
                        != nil
                })
        }
        let text = XcodeReport(reports[0], at: place, from: nil).text
        #expect(text.hasPrefix("My App/Info.plist:2: error: ") && text.contains(" [tls.version]\n"))
        #expect(XcodeReport(reports[1], at: place, from: nil).text.contains(": note: "))
        #expect(XcodeReport(reports[1], at: place, from: nil).text.contains(" [waiver.expired]"))
    }

    /// A CI system follows a host by its name, which its result does not change.
    @Test func junitSaysOnceWhyAHostWasNotJudged() {
        for (load, message) in [
            (SampleLoad.browser, "Not judged: the client says that it is a browser.\"/>"),
            (.failed, "Failed. "),
        ] {
            let lines = load.lines("a", host: "a.example", app: "Safari")
            let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
            let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: SampleLoad.time))
            #expect(JUnitReport(report).text.contains("<skipped message=\"\(message)"))
        }
    }

    /// Printing adds the line feed.
    @Test(arguments: ReportFormat.allCases)
    func noFormatEndsWithALineFeed(format: ReportFormat) throws {
        let text = format.text(
            of: try ReportTests.report(), by: TextRenderer(), at: FindingLocation(path: "a", text: ""), version: "1",
            publicSuffixes: PublicSuffixes())
        #expect(text.unicodeScalars.last != "\n")
    }

    @Test func junitHasOneCaseForEachHost() throws {
        let report = try ReportTests.report()
        let text = JUnitReport(report).text
        #expect(text.ranges(of: "<failure ").count == Set(report.failing.map(\.host)).count)
        for host in report.hosts {
            #expect(text.ranges(of: "<testcase classname=\"ats\" name=\"\(host.host)\"").count == 1)
        }
        #expect(text.contains("tests=\"\(text.ranges(of: "<testcase ").count)\""))
        #expect(text.contains("<testcase classname=\"ats\" name=\"good.example\"/>"))
    }
}

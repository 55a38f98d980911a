import Audit
import Foundation
import Recording
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

    /// `report.schema.json` is what others read reports by.
    @Test func jsonKeepsToItsSchema() throws {
        var waived = try ReportTests.report {
            $0.waivers = [
                DatedWaiver(
                    rule: .tlsVersion, host: nil, reason: "r", owner: "o", expires: Instant(milliseconds: 0)),
                DatedWaiver(
                    rule: .cleartext, host: .name("plain.example"), reason: "r", owner: "o",
                    expires: Instant(year: 2030, month: 1, day: 1)),
            ]
            $0.baseline = ["tls.version@gone.example"]
        }
        waived.basis = .anew(policy: "App.plist", os: "ios27")
        let empty = Report(RecordedTraffic(), [], options: ReportOptions(time: Certificates.now))
        for report in [try ReportTests.report(), waived, empty] {
            let result = try Self.validate(report.line)
            #expect(result.isEmpty, "\(result)")
        }
        #expect(try !Self.validate(Array("{\"schema\":2}".utf8)).isEmpty)
    }

    @Test func aReportIsABaselineForTheNext() throws {
        let first = try ReportTests.report()
        let baseline = try JSONDecoder().decode(Baseline.self, from: Data(first.line))
        #expect(!(try ReportTests.report { $0.baseline = baseline.fingerprints }).isFailing)
    }

    @Test func sarifLocatesEachFindingAtItsEntry() throws {
        let place = PolicyPlace(path: "App/Info.plist", text: Self.plist)
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
            let fingerprint = try #require(fingerprints?["atsproxy/hostAndRule/v1"])
            lines[fingerprint] = (location?["region"] as? [String: Any])?["startLine"] as? Int
            #expect((location?["artifactLocation"] as? [String: Any])?["uri"] as? String == "App/Info.plist")
            #expect(["error", "warning"].contains(result["level"] as? String))
        }
        #expect(lines["tls.version@old.example"] == 6 && lines["tls.version@middle.example"] == 2)
    }

    @Test func junitHasAFailureForEachViolation() throws {
        let report = try ReportTests.report()
        let text = JUnitReport(report).text
        #expect(text.ranges(of: "<failure ").count == report.failing.count)
        #expect(text.contains("tests=\"\(text.ranges(of: "<testcase ").count)\""))
        #expect(text.contains("<testcase classname=\"ats\" name=\"good.example\"/>"))
    }

    /// What the schema objects to; empty where nothing.
    private static func validate(_ json: [UInt8]) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", root.appending(path: "Tests/Scripts/validate-json").path,
            root.appending(path: "config/report.schema.json").path,
        ]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(json))
        try input.fileHandleForWriting.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == (said.isEmpty ? 0 : 1))
        return String(decoding: said, as: UTF8.self)
    }
}

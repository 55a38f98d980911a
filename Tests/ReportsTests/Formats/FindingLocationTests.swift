import AppBundle
import Events
import Foundation
import InfoPlist
import InternetNames
import Judging
import SimulatedServers
import Testing
import TransportSecurity
@testable import Reports

/// A finding is at the key that decided, as `policy explain` names it.
@Suite struct FindingLocationTests {
    /// The keys of an exception also occur as pins, in comments and below other keys.
    private static let text = """
        <plist><dict>
          <key>old.example</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>
          <key>NSAppTransportSecurity</key>
          <dict>
            <key>NSPinnedDomains</key>
            <dict>
              <key>old.example</key>
              <dict><key>NSIncludesSubdomains</key><true/><key>NSPinnedLeafIdentities</key><array/></dict>
            </dict>
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSAllowsLocalNetworking</key><false/>
            <key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>
            <key>NSExceptionDomains</key>
            <dict>
              <!-- <key>wide.example</key> -->
              <key>example</key>
              <dict><key>NSIncludesSubdomains</key><true/></dict>
              <key>old.example</key>
              <dict><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string></dict>
              <key>wide.example</key>
              <dict>
                <key>NSIncludesSubdomains</key><true/>
                <key>NSExceptionRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>
              </dict>
            </dict>
          </dict>
        </dict></plist>
        """

    /// A finding about a host, decided by the policy in the text.
    private static func finding(
        _ rule: RuleID, at name: String, by lines: PolicyLines, os: String = "ios27", kind: LoadingAPI = .urlSession
    ) throws -> ReportFinding {
        let host = try #require(Host(name))
        let policy = Policy(lines.dictionary, readBy: try #require(OSVersion(os)))
        let summary = PolicySummary(policy.requirements(for: host, kind: kind), source: "Info.plist")
        return ReportFinding(
            host: host, app: "MyApp", finding: Finding(rule: rule, message: "m", expected: "e", actual: "a"),
            severity: .violation, policy: summary, ports: [], traffic: TrafficCount())
    }

    @Test(
        arguments: [
            // The longest key that covers the host decided, not the closest upstream proxy that is a key.
            (.tlsVersion, "old.example", 18), (.tlsVersion, "a.old.example", 16), (.cleartext, "b.wide.example", 20),
            (.certificatePin, "a.old.example", 7), (.certificatePin, "old.example", 7),
            (.niapCipher, "a.wide.example", 20), (.niapCipher, "old.example", 12), (.niapCipher, "other.test", 12),
            // A key that is present voids NSAllowsArbitraryLoads.
            (.tlsVersion, "other.test", 11), (.cleartext, "printer.local", 11), (.cleartext, "192.168.1.1", 11),
        ] as [(RuleID, String, Int)])
    func aFindingIsAtTheKeyThatDecided(rule: RuleID, host: String, line: Int) throws {
        let lines = PolicyLines(text: Self.text)
        let place = FindingLocation(path: "Info.plist", lines: lines)
        #expect(place.line(of: try Self.finding(rule, at: host, by: lines)) == line)
    }

    @Test func aFindingThatNoKeyDecidedIsAtThePolicy() throws {
        let text =
            "<plist>\n<dict>\n<key>CFBundleName</key><string>a</string>\n<key>NSAppTransportSecurity</key><dict/></dict></plist>"
        for (text, line) in [(text, 4), ("<plist>\n<dict/></plist>", 1), ("{}", 1)] {
            let lines = PolicyLines(text: text)
            let place = FindingLocation(path: "Info.plist", lines: lines)
            #expect(place.line(of: try Self.finding(.tlsVersion, at: "old.example", by: lines)) == line)
            var unknown = try Self.finding(.tlsVersion, at: "old.example", by: lines)
            unknown.policy = nil
            #expect(place.line(of: unknown) == line)
        }
    }

    /// The rule of the report that stands in a file, end to end: the entry of the first matching key.
    @Test func aReportHasTheLineOfTheKeyThatMatched() throws {
        let lines = PolicyLines(text: Self.text)
        let appliedPolicy = try SimulatedSite.appliedPolicy(lines.dictionary, "ios18.4")
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: appliedPolicy))
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        let text = XcodeReport(report, at: FindingLocation(path: "./Info.plist", lines: lines), from: "/Sources").text
        #expect(text.contains("/Sources/Info.plist:18: error: "))
        let old = try #require(text.split(separator: "\n").first { $0.contains("old.example offers") })
        #expect(old.hasPrefix("/Sources/Info.plist:18: "))
        let middle = try #require(text.split(separator: "\n").first { $0.contains("middle.example offers") })
        #expect(middle.hasPrefix("/Sources/Info.plist:16: "))
    }

    @Test(
        arguments: [
            ("Info.plist", "/a/Info.plist"), ("./b/Info.plist", "/a/b/Info.plist"), (".//./b", "/a/b"),
            ("../b/Info.plist", "/a/../b/Info.plist"), ("/b/Info.plist", "/b/Info.plist"),
        ])
    func pathsAreMadeAbsolute(path: String, absolute: String) {
        #expect(FindingLocation.absolute(path, from: "/a") == absolute)
        #expect(FindingLocation.absolute("b", from: "/") == "/b")
    }
}

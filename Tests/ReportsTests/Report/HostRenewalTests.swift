import InternetNames
import Recordings
import Reports
import Testing
import TransportSecurity

@Suite struct HostRenewalTests {
    private static let time = Instant(year: 2026, month: 12, day: 2)

    private func renewal(_ host: String, days: Int64, issuer: String? = nil) throws -> HostRenewal {
        let notice = try #require(
            RenewalNotice(
                leaf: RenewalNotice.Period(
                    subject: "CN=\(host)", notBefore: Self.time + -80 * 86_400, notAfter: Self.time + days * 86_400),
                issuers: [], at: Self.time, in: .duration(seconds: 100 * 86_400)))
        return HostRenewal(authority: Authority(host: .name(host), port: 443), notice: notice, isFailing: false)
    }

    private func report(_ renewals: [HostRenewal], failsOnRenewal: Bool = false) -> Report {
        var options = ReportOptions(time: Self.time)
        options.renewals = renewals.map { renewal in
            var renewal = renewal
            renewal.isFailing = failsOnRenewal
            return renewal
        }
        return Report(RecordedTraffic(), [], options: options)
    }

    @Test func serversAreNamedFirstThoseThatEndFirst() throws {
        let due = report([try renewal("b.example", days: 40), try renewal("a.example", days: 30)])
        #expect(due.renewals.map(\.authority.description) == ["a.example:443", "b.example:443"])
        #expect(!due.isFailing)
        let json = String(decoding: due.line, as: UTF8.self)
        #expect(
            json.contains(
                #""renewals":[{"host":"a.example","port":443,"since":"2026-09-23T00:00:00.000Z","#
                    + #""notAfter":"2027-01-01T00:00:00.000Z","issuer":null,"failing":false},{"host":"b.example""#))
        for document in [due.document(), due.brief()] {
            let text = "\(document.blocks)"
            #expect(text.contains("Certificates to renew (2)") && text.contains("Judged on 2026-12-02"))
            #expect(text.contains("a.example:443: The certificate ends on 2027-01-01, in 30 days"))
        }
    }

    @Test func listOnOneScreenIsShort() throws {
        let many = try (0..<15).map { try renewal("h\($0).example", days: 20 + $0) }
        #expect("\(report(many).brief().blocks)".contains("5 more servers: --format json has all."))
    }

    @Test func reportFailsOnRequest() throws {
        let renewals = [try renewal("a.example", days: 30)]
        let failing = report(renewals, failsOnRenewal: true)
        #expect(failing.isFailing && failing.status == 1 && failing.failing.isEmpty)
        #expect(failing.outcome.contains("1 certificate to renew"))
        #expect(!report([], failsOnRenewal: true).isFailing)
        let text = JUnitReport(failing).text
        #expect(text.contains(#"type="certificate.renewal""#) && text.contains("a.example:443"))
        #expect(!JUnitReport(report(renewals)).text.contains("certificate.renewal"))
    }

    /// With `--expires-within`, a certificate that has more time left is advice beside one that fails.
    @Test func renewalsFailOneByOne() throws {
        var options = ReportOptions(time: Self.time)
        options.renewals = [try renewal("a.example", days: 30), try renewal("b.example", days: 3)]
        options.renewals[1].isFailing = true
        let report = Report(RecordedTraffic(), [], options: options)
        #expect(report.isFailing && report.outcome.contains("1 certificate to renew"))
        let place = FindingLocation(path: "check", text: "")
        let sarif = String(decoding: SARIFReport(report, at: place, version: "1").line, as: UTF8.self)
        #expect(sarif.contains(#""level":"note","message":{"text":"a.example"#), "\(sarif)")
        #expect(sarif.contains(#""level":"error","message":{"text":"b.example"#), "\(sarif)")
        #expect(JUnitReport(report).text.components(separatedBy: #"type="certificate.renewal""#).count == 2)
    }

    /// A renewal is advice, and fails only if the report fails for it.
    @Test func eachFormatNamesRenewals() throws {
        let place = FindingLocation(path: "check", text: "")
        let renewals = [try renewal("a.example", days: 30)]
        let sentence = "a.example:443: The certificate ends on 2027-01-01, in 30 days"
        for (failsOnRenewal, level) in [(false, "note"), (true, "error")] {
            let report = report(renewals, failsOnRenewal: failsOnRenewal)
            let sarif = String(decoding: SARIFReport(report, at: place, version: "1").line, as: UTF8.self)
            #expect(sarif.contains(#""level":"\#(level)","message":{"text":"\#(sentence)"#), "\(sarif)")
            #expect(sarif.contains(#""ruleId":"certificate.renewal","level":"\#(level)""#), "\(sarif)")
            let xcode = XcodeReport(report, at: place, from: nil).text.split(separator: "\n").last ?? ""
            #expect(xcode.hasPrefix("check:1: \(level): \(sentence)") && xcode.hasSuffix("[certificate.renewal]"))
            let rows = CSVReport(report).findings.split(separator: "\r\n", omittingEmptySubsequences: true)
            let row = try #require(rows.first { $0.hasPrefix("\"renewal\"") })
            #expect(row.hasPrefix(#""renewal","new","certificate.renewal","a.example","443","#), "\(row)")
            #expect(Self.cells(row) == Self.cells(try #require(rows.first)), "\(row)")
        }
    }

    /// The number of cells of a row, whose texts have no quotation marks.
    private static func cells(_ row: Substring) -> Int {
        var (count, isQuoted) = (1, false)
        for character in row {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { count += 1 }
        }
        return count
    }
}

import Events
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// Tables for spreadsheets.
@Suite struct CSVReportTests {
    private static func report(_ app: String, _ message: String) -> Report {
        var event = DecisionEvent(
            time: Certificates.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .wouldBlock)
        (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
        event.client?.app = CachedJSON(ClientApp(name: app, version: "-1", api: .urlSession, os: nil, userAgent: app))
        event.violations = [Finding(rule: .tlsVersion, message: message, expected: "TLSv1.2", actual: "TLSv1.0")]
        let traffic = SimulatedSite.traffic(event.line + [0x0A])
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
    }

    /// The rows of a table, read as RFC 4180 says.
    private func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = [[]]
        var (field, isQuoted) = ("", false)
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            switch (scalar, isQuoted) {
            case ("\"", true) where next == "\"":
                field.append("\"")
                next = scalars.next()
            case ("\"", _): isQuoted.toggle()
            case (",", false):
                rows[rows.count - 1].append(field)
                field = ""
            case ("\r", false) where next == "\n":
                rows[rows.count - 1].append(field)
                (field, next) = ("", scalars.next())
                rows.append([])
            case _: field.unicodeScalars.append(scalar)
            }
        }
        #expect(rows.last == [] && field.isEmpty, "the last line has no end")
        return rows.dropLast()
    }

    @Test func eachRowHasAllColumns() throws {
        let report = try ReportTests.report()
        for (table, count) in [
            (CSVReport(report).findings, report.findings.count), (CSVReport(report).hosts, report.hosts.count),
        ] {
            let rows = rows(table)
            #expect(rows.count == count + 1)
            #expect(rows.allSatisfy { $0.count == rows[0].count } && Set(rows[0]).count == rows[0].count)
        }
        let row = try #require(rows(CSVReport(report).findings).first { $0.contains("tls.version@old.example#MyApp") })
        #expect(row.prefix(6) == ["violation", "new", "tls.version", "old.example", "443", "MyApp"])
        #expect(row.contains("1") && row.contains { $0.contains("NSExceptionMinimumTLSVersion") })
    }

    @Test(
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\\u{9}=1"),
            ("\r=1", "'\\u{D}=1"), ("\u{FF1D}1", "'\u{FF1D}1"), ("a=1", "a=1"), ("say \"a\", b", "say \"a\", b"),
            ("a\r\n=1", "a\\u{D}\\u{A}=1"), ("\u{1B}[31m", "\\u{1B}[31m"),
        ])
    func aCellIsNeverAFormula(text: String, cell: String) throws {
        let table = rows(CSVReport(Self.report("App", text)).findings)
        let column = try #require(table[0].firstIndex(of: "message"))
        #expect(table.count == 2 && table[1][column] == cell)
        #expect(table[1][try #require(table[0].firstIndex(of: "builds"))] == "'-1")
    }

    @Test func hostsHaveTheirLoads() throws {
        let table = rows(CSVReport(Self.report("=App", "m")).hosts)
        let row = Dictionary(uniqueKeysWithValues: zip(table[0], table[1]))
        #expect(row["host"] == "a.example" && row["loads"] == "1" && row["wouldBlock"] == "1")
        #expect(row["violations"] == "tls.version" && row["apps"] == "'=App")
    }
}

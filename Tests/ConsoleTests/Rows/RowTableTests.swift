import Console
import Events
import InternetNames
import Judging
import Testing
import TransportSecurity

@Suite struct RowTableTests {
    private func judged(_ host: String, facts: FactsEvent? = nil, app: String = "MyApp/42", loads: Int = 1)
        -> JudgedEntry
    {
        JudgedEntry(recorded: SampleTraffic.entry(SampleTraffic.decision(host, facts: facts, app: app), loads: loads))
    }

    private func table(_ entries: [JudgedEntry], limit: Int = RowTable.standardLimit) -> RowTable {
        var table = RowTable(publicSuffixes: PublicSuffixes(), limit: limit)
        for entry in entries {
            table.beginRevision()
            table.add(entry)
        }
        return table
    }

    @Test func loadsOfOneKindAreOneRow() {
        let table = table([
            judged("a.example", loads: 3), judged("a.example", app: "MyApp/43", loads: 2),
            judged("a.example", facts: SampleTraffic.facts("a.example")), judged("a.example", app: "Other/1"),
        ])
        #expect(table.rows.map(\.loads) == [5, 1, 1])
        #expect(table.rows[0].versions == ["42", "43"])
        #expect(table.rows.map(\.key.app) == ["MyApp", "MyApp", "Other"])
        #expect(table.counts.hosts == 1 && table.counts.rows == 3 && table.counts.loads == 7)
        #expect(table.rows[0].owner == "a.example")
    }

    @Test func everyRowCountsInOneVerdict() {
        var failed = SampleTraffic.decision("down.example")
        (failed.decision, failed.violations) = (.failed, [])
        var table = table([
            judged("old.example", facts: SampleTraffic.facts("old.example", newest: .tls1_0)),
            judged("a.example", facts: SampleTraffic.facts("a.example")),
            JudgedEntry(recorded: SampleTraffic.entry(failed)),
            JudgedEntry(
                recorded: SampleTraffic.entry(
                    SampleTraffic.decision(
                        "free.example", policy: ["NSAllowsArbitraryLoads": .boolean(true)], source: "MyApp.app"))),
        ])
        #expect(table.counts.wouldFail == 1 && table.counts.allowed == 1)
        #expect(table.counts.failed == 1 && table.counts.exempt == 1)
        // A row counts in the verdict that it has now.
        table.beginRevision()
        table.add(judged("a.example", facts: SampleTraffic.facts("a.example", newest: .tls1_0)))
        #expect(table.counts.wouldFail == 2 && table.counts.allowed == 0)
    }

    @Test func rowThatADeviceRefusedSaysSo() {
        var entry = SampleTraffic.entry(SampleTraffic.decision("a.example", facts: SampleTraffic.facts("a.example")))
        entry.clientRefusals = 1
        let row = table([JudgedEntry(recorded: entry)]).rows[0]
        #expect(row.verdict == .allowed && row.severity == 4 && row.word == "Refused by device")
        #expect(row.shownReason == "a device refused 1 of 1 loads")
        var blocked = SampleTraffic.entry(SampleTraffic.decision("plain.example"))
        blocked.clientRefusals = 1
        #expect(table([JudgedEntry(recorded: blocked)]).rows[0].word == "Blocked")
    }

    @Test func worstVerdictOfARowCounts() {
        let good = SampleTraffic.facts("a.example")
        let bad = SampleTraffic.facts("a.example", newest: .tls1_0)
        let table = table([
            judged("a.example", facts: good), judged("a.example", facts: bad), judged("a.example", facts: good),
        ])
        #expect(table.rows.count == 1)
        #expect(table.rows[0].verdict == .blocked && table.rows[0].severity == 5)
        #expect(table.rows[0].worst == 1)
        #expect(table.rows[0].reason == "the policy asks for TLS 1.2, the server offers TLS 1.0")
        #expect(table.rows[0].rules == [.tlsVersion: true])
        #expect(table.counts.wouldFail == 1)
    }

    @Test func changesSinceARevisionAreNamedOnce() {
        var table = table([judged("a.example"), judged("b.example"), judged("c.example")])
        #expect(table.changes(since: 0) == [0, 1, 2])
        #expect(table.changes(since: 2) == [2])
        #expect(table.changes(since: 3) == [])
        #expect(table.changes(since: 4) == nil)
        var entry = judged("a.example").entry
        for loads in 2...5000 {
            table.beginRevision()
            entry.decisions = loads
            table.count(entry, at: 0)
        }
        #expect(table.changes(since: 3) == [0])
        #expect(table.changes(since: 0) == [1, 2, 0])
        #expect(table.rows[0].loads == 5000 && table.counts.loads == 5002)
    }

    @Test func furtherDestinationsAreCounted() {
        let table = table((0..<12).map { judged("h\($0 % 6).example") }, limit: 4)
        #expect(table.counts.rows == 4 && table.counts.hiddenRows == 2 && table.counts.loads == 12)
        #expect(table.rows.map(\.loads) == [2, 2, 2, 2])
    }

    /// Harmless destinations, however many, leave room for those that fail.
    @Test func theLastTenthIsForFailures() {
        let old = SampleTraffic.facts("old.example", newest: .tls1_0)
        let harmless = (0..<12).map { judged("h\($0).example", facts: SampleTraffic.facts("h\($0).example")) }
        var table = table(harmless, limit: 10)
        #expect(table.counts.rows == 9 && table.counts.hiddenRows == 3 && table.counts.hiddenFailures == 0)
        // A hidden destination that fails is shown.
        table.add(judged("h11.example", facts: SampleTraffic.facts("h11.example", newest: .tls1_0)))
        #expect(table.counts.rows == 10 && table.counts.hiddenRows == 2 && table.counts.wouldFail == 1)
        for _ in 0..<2 { table.add(judged("old.example", facts: old)) }
        #expect(table.counts.hiddenRows == 3 && table.counts.hiddenFailures == 1)
    }

    @Test func rowsAreFoundByTheirIdentifiers() {
        let table = table([judged("a.example"), judged("b.example")])
        #expect(table.index(ofRow: "r2") == 1)
        for id in ["r0", "r3", "r02", "r+2", "2", "r", "", "r99999999999999999999"] {
            #expect(table.index(ofRow: id) == nil)
        }
    }

    @Test func refusalsOfDevicesMakeARowWorse() {
        var table = table([judged("a.example", facts: SampleTraffic.facts("a.example"))])
        #expect(table.rows[0].severity == 1)
        var entry = judged("a.example", facts: SampleTraffic.facts("a.example")).entry
        entry.clientRefusals = 1
        table.count(entry, at: 0)
        #expect(table.rows[0].severity == 4 && table.rows[0].verdict == .allowed)
        #expect(table.counts.refusedByDevices == 1)
    }
}

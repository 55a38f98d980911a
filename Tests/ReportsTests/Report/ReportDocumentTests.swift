import Documents
import Events
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// What readers see of a report: the result first, what to do first, counts, then details.
@Suite struct ReportDocumentTests {
    /// The traffic of a lab: about 25 servers with faults, three apps, 175 servers without faults. Three faults concern
    /// most loads.
    static func lab() throws -> RecordedTraffic {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        var traffic = SimulatedSite.traffic(SimulatedSite.recording(under: appliedPolicy), keepingFacts: false)
        for place in traffic.entries.indices {
            switch traffic.entries[place].decision.host?.description {
            case "expired.example": traffic.entries[place].decisions = 700
            case "old.example": traffic.entries[place].decisions = 450
            case "plain.example": traffic.entries[place].decisions = 380
            case _: break
            }
        }
        let good = try traffic.entry("good.example")
        for number in 0..<175 {
            var entry = good
            entry.decision.host = .name("h\(number).good\(number % 12).example")
            entry.decision.notes = good.decision.notes.map { note in
                Note(
                    note.code, rule: note.rule, note.message.replacing("good.example", with: "h\(number).good.example"))
            }
            entry.decisions = 54
            entry.decision.client?.app = CachedJSON(
                ClientApp(userAgent: "App\(number % 3)/\(number % 2).0 CFNetwork/1568.200.51 Darwin/24.1.0"))
            traffic.entries.append(entry)
        }
        return traffic
    }

    private static func report() throws -> Report {
        let traffic = try lab()
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
    }

    private func place(_ text: String, in document: String) throws -> String.Index {
        try #require(document.range(of: text)?.lowerBound, "\(text)")
    }

    @Test(arguments: [80, 100])
    func theSummaryOfALabFitsSixtyLinesAndNamesTheRealProblemsFirst(width: Int) throws {
        let text = TextRenderer(width: width).text(of: try Self.report().document(limit: 200, isVerbose: false))
        let details = try place("\nViolations (", in: text)
        let summary = text[..<details].split(separator: "\n", omittingEmptySubsequences: false)
        #expect(summary.count <= 60, "\(summary.count)")
        for (number, host) in ["expired.example", "old.example", "plain.example"].enumerated() {
            #expect(summary.contains { $0.hasPrefix("\(number + 1). \(host): ") })
        }
        #expect(text.hasPrefix("App Transport Security report\n\nFails: "))
    }

    @Test func notesAreGroupedByKind() throws {
        let report = try Self.report()
        let text = TextRenderer().text(of: report.document(limit: 200, isVerbose: false))
        let notes = text[try place("\nNotes\n", in: text)...]
        #expect(!notes.contains("h17.good"))
        #expect(notes.split(separator: "\n").count < 20)
    }

    /// A note whose kind is not known is grouped by its sentence without host and numbers.
    @Test func notesOfUnknownKindsAreGroupedByTheirSentence() throws {
        var traffic = try Self.lab()
        for place in traffic.entries.indices {
            let host = try #require(traffic.entries[place].decision.host)
            traffic.entries[place].decision.notes = [Note(nil, "\(host) sang \(place) songs.")]
        }
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        let text = TextRenderer().text(of: report.document(limit: 200, isVerbose: false))
        #expect(text[try place("\nNotes\n", in: text)...].contains("songs: \(report.hosts.count) hosts."))
    }

    @Test func theNoteOnOldDataIsSaidOnceAtTheEnd() throws {
        var traffic = try Self.lab()
        for place in traffic.entries.indices where place.isMultiple(of: 2) {
            traffic.entries[place].decision.notes.append(
                Note(
                    .outdatedLogList, rule: .certificateTransparency,
                    "Certificate Transparency of a\(place).example is not known: by the list of CT logs CN=a has too few "
                        + "timestamps, but the list is of 2026-03-31, more than 60 days ago."))
        }
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        for isVerbose in [false, true] {
            let text = TextRenderer(width: 300).text(of: report.document(limit: 200, isVerbose: isVerbose))
            #expect(text.ranges(of: "because the list of CT logs is too old").count == 1)
            #expect(text.hasSuffix("and judge the recording anew, as with --os."))
        }
        // Reports for machines say the same once, and their outcome is the same.
        let place = FindingLocation(path: "Info.plist", text: "")
        let sarif = String(decoding: SARIFReport(report, at: place, version: "1").line, as: UTF8.self)
        for text in [sarif, JUnitReport(report).text, XcodeReport(report, at: place, from: nil).text] {
            #expect(text.ranges(of: "because the list of CT logs is too old").count == 1)
            #expect(text.ranges(of: "data.age").count == 1)
        }
        #expect(report.status == (try Self.report()).status)
    }

    /// One host may have a different server at each port.
    @Test func eachPortHasItsOwnReason() throws {
        var traffic = try Self.lab()
        var other = try traffic.entry("old.example")
        other.decision.port = 8443
        other.decision.violations[0].message = "old.example hums at another port."
        traffic.entries.append(other)
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        let text = TextRenderer(width: 200).text(of: report.document(limit: 200, isVerbose: false))
        #expect(text.firstMatch(of: /At port 8443: +old.example hums at another port\./) != nil, "\(text)")
        #expect(!text.contains("At port 443:"))
    }

    @Test func whatOnlyLeavesALoadToTheAppIsNoException() throws {
        let text = TextRenderer(width: 200).text(of: try Self.report().document())
        #expect(text.contains("NSExceptionMinimumTLSVersion = TLSv1.0 permits the load."))
        for line in text.split(separator: "\n") where line.contains("unless the app accepts it") {
            #expect(line.contains("No exception permits the load.") && !line.contains("= YES"))
        }
        #expect(text.contains("for expired.example only helps where the app accepts"))
    }

    @Test func hostsAreGroupedByTheirOwners() throws {
        var traffic = try Self.lab()
        for place in traffic.entries.indices where traffic.entries[place].decision.host == .name("old.example") {
            traffic.entries[place].decision.host = .name("a.b.shop.co.uk")
        }
        let suffixes = PublicSuffixes(lines: ["com", "uk", "co.uk", "example"])
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        let text = TextRenderer().text(of: report.document(publicSuffixes: suffixes))
        #expect(text.contains("\n2. shop.co.uk: Enable TLS 1.2"))
        #expect(text.contains("\n\nshop.co.uk\n\nviolation: a.b.shop.co.uk tls.version (450 loads)\n"))
    }

    @Test func thePageIsValidAndLoadsNothing() throws {
        let page = HTMLRenderer().text(of: try Self.report().document())
        #expect(try Validator.html.errors(to: Array(page.utf8)) == "")
        let spoiled = page.replacing("</main>", with: "<img src=\"https://a.example/\"><a href=\"#none\">x</a>")
        let errors = try Validator.html.errors(to: Array(spoiled.utf8))
        #expect(
            errors.contains("<img> has src") && errors.contains("leads to nothing") && errors.contains("closes nothing")
        )
    }

    @Test func aReportWithoutLoadsNamesNoResult() {
        let report = Report(RecordedTraffic(), [], options: ReportOptions(time: Certificates.now))
        let text = TextRenderer().text(of: report.document())
        #expect(text.contains("Nothing was judged: No load was recorded."))
        #expect(!text.contains("Passes"))
    }
}

import InternetNames
import Judging
import Recordings
import Reports
import TransportSecurity

/// Reports on chosen loads of the console's traffic, on another thread than the console's.
struct TrafficReporter: Sendable {
    /// The settings of the console.
    let settings: ConsoleSettings
    private let traffic: JudgedTraffic
    /// The number of decisions of the running proxy that are in no row.
    private let lostDecisions: Int
    /// The time of the reports.
    private let now: Instant

    /// A report with the loads that it is about.
    struct Reported {
        /// The report.
        let report: Report
        /// The loads with their verdicts.
        let entries: [JudgedEntry]
    }

    /// Creates a reporter on the present traffic.
    init(_ state: ConsoleState, at now: Instant) {
        settings = state.settings
        traffic = state.traffic.judged
        lostDecisions = state.traffic.lostDecisions
        self.now = now
    }

    /// Reports on the loads of a selection; nil if there are none.
    func report(on selection: TrafficSelection) -> Reported? {
        var chosen = selection.chosen(from: traffic)
        guard !chosen.entries.isEmpty else { return nil }
        switch settings.source {
        case .live: chosen.content.sources = [liveSource(of: chosen.content)]
        case .recordings: break
        }
        var options = ReportOptions(time: now)
        options.anew = traffic.anew
        options.policyKeys = traffic.givenPolicy?.domainKeys
        options.expectedHosts = settings.expectedHosts
        options.filter = selection.filter
        return Reported(report: Report(chosen.content, chosen.entries, options: options), entries: chosen.entries)
    }

    /// The source of the traffic of a running proxy, in place of recordings.
    private func liveSource(of content: RecordedTraffic) -> RecordingSource {
        var source = RecordingSource(name: "live traffic")
        source.events = content.entries.reduce(0) { $0 + $1.decisions }
        source.lines = source.events
        source.lostEvents = Int64(clamping: lostDecisions)
        return source
    }
}

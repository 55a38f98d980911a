import Documents
import Foundation
import HTTPServer
import Recordings
import Reports
import TransportSecurity

/// `GET report`: the report on the traffic shown, in each format of `atsproxy report`.
enum ReportRoute: RouteHandler {
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let format = try request.format(ReportFormat.self)
        let selection = try TrafficSelection(request)
        let traffic = state.traffic.judged
        let settings = state.settings
        let lost = state.traffic.lostDecisions
        return .computation(
            ConsoleComputation { (_) throws(ConsoleProblem) in
                let response = try response(
                    reportingOn: traffic, choosing: selection, as: format, settings: settings, lost: lost,
                    at: request.now)
                return .response(response)
            })
    }

    private static func response(
        reportingOn traffic: JudgedTraffic, choosing selection: TrafficSelection, as format: ReportFormat,
        settings: ConsoleSettings, lost: Int, at now: Instant
    ) throws(ConsoleProblem) -> ServerResponse {
        var chosen = selection.chosen(from: traffic)
        if settings.source == .live { chosen.content.sources = [source(of: chosen.content, lost: lost)] }
        guard !chosen.entries.isEmpty else {
            throw ConsoleProblem(
                409, title: "Nothing to report", detail: "No load was seen, or none that these filters choose.")
        }
        let report = Report(
            chosen.content, chosen.entries,
            options: ReportOptions(on: traffic, choosing: selection, settings: settings, at: now))
        let file = settings.policyFile
        let location = FindingLocation(
            path: file?.path ?? report.sources.first?.name ?? "recording", text: file?.text ?? "")
        let text = format.text(
            of: report, by: TextRenderer(width: 100, usesColour: false), at: location,
            from: file == nil ? nil : FileManager.default.currentDirectoryPath, version: settings.version,
            // A file has room for the whole report.
            isVerbose: true, publicSuffixes: settings.publicSuffixes)
        return .attachment(
            "atsproxy-report.\(format.fileExtension)", contentType: format.contentType,
            content: Array("\(text)\n".utf8))
    }

    /// The source of the traffic of a running proxy, in place of recordings.
    ///
    /// - Parameter lost: The number of decisions that were not counted.
    static func source(of content: RecordedTraffic, lost: Int) -> RecordingSource {
        var source = RecordingSource(name: "live traffic")
        source.events = content.entries.reduce(0) { $0 + $1.decisions }
        source.lines = source.events
        source.lostEvents = Int64(clamping: lost)
        return source
    }
}

extension ReportOptions {
    /// Creates the options of a report on chosen loads of the console's traffic.
    init(
        on traffic: JudgedTraffic, choosing selection: TrafficSelection, settings: ConsoleSettings, at now: Instant
    ) {
        self.init(time: now)
        anew = traffic.anew
        policyKeys = traffic.givenPolicy?.domainKeys
        expectedHosts = settings.expectedHosts
        filter = selection.filter
    }
}

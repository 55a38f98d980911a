import Documents
import HTTPServer
import Reports
import TransportSecurity

/// `GET comparison`: the changes of a build since another one, as `atsproxy report --against-build` prints them.
enum ComparisonRoute: RouteHandler {
    private enum Format: String, CaseIterable {
        case text, markdown, html, json
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let format = try request.format(Format.self)
        let older = try TrafficSelection(request)
        var newer = older
        newer.filter.builds = request.values(of: "against-build")
        guard !older.filter.builds.isEmpty, !newer.filter.builds.isEmpty else {
            throw ConsoleProblem(
                400, title: "Missing build",
                detail: "The query names the older build as build and the newer one as against-build.")
        }
        let reporter = BuildReporter(
            traffic: state.traffic.judged, settings: state.settings, lostDecisions: state.traffic.lostDecisions,
            now: request.now)
        return .computation(
            ConsoleComputation { [newer] (_) throws(ConsoleProblem) in
                let before = try reporter.report(on: older)
                let after = try reporter.report(on: newer)
                var difference = ReportDifference(from: before.report, to: after.report, exercised: after.exercised)
                difference.comparesBuilds = true
                return .response(response(difference, as: format))
            })
    }

    private static func response(_ difference: ReportDifference, as format: Format) -> ServerResponse {
        switch format {
        case .text:
            let renderer = TextRenderer(width: 100, usesColour: false)
            return file("txt", type: "text/plain; charset=utf-8", text: renderer.text(of: difference.document()))
        case .markdown:
            return file(
                "md", type: "text/markdown; charset=utf-8", text: MarkdownRenderer().text(of: difference.document()))
        case .html:
            // A file has room for everything.
            let text = HTMLRenderer().text(of: difference.document(limit: .max))
            return file("html", type: "text/html; charset=utf-8", text: text)
        case .json:
            return file("json", type: "application/json", text: String(decoding: difference.line, as: UTF8.self))
        }
    }

    private static func file(_ suffix: String, type contentType: String, text: String) -> ServerResponse {
        .attachment("atsproxy-comparison.\(suffix)", contentType: contentType, content: Array("\(text)\n".utf8))
    }
}

/// The report on the loads of one build. `exercised` tells a fixed finding from one whose host was not loaded again.
private struct BuildReport {
    let report: Report
    let exercised: ExercisedLoads
}

/// Reports on the loads of one build in the console's traffic.
private struct BuildReporter: Sendable {
    let traffic: JudgedTraffic
    let settings: ConsoleSettings
    /// The number of decisions of the running proxy that are in no row.
    let lostDecisions: Int
    /// The time of the reports.
    let now: Instant

    /// Reports on the loads of a selection. Throws a problem if there are none.
    func report(on selection: TrafficSelection) throws(ConsoleProblem) -> BuildReport {
        var chosen = selection.chosen(from: traffic)
        guard !chosen.entries.isEmpty else {
            let builds = selection.filter.builds.map { $0.visible(limit: 60) }.joined(separator: ", ")
            throw ConsoleProblem(
                409, title: "Nothing to compare",
                detail: "No load of build \(builds) was seen, or none that these filters choose.")
        }
        if settings.source == .live {
            chosen.content.sources = [ReportRoute.source(of: chosen.content, lost: lostDecisions)]
        }
        let options = ReportOptions(on: traffic, choosing: selection, settings: settings, at: now)
        return BuildReport(
            report: Report(chosen.content, chosen.entries, options: options), exercised: ExercisedLoads(chosen.entries))
    }
}

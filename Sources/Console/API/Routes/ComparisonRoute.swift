import Documents
import HTTPServer
import Reports
import TransportSecurity

/// `GET comparison`: the changes of a build since another one, as `atsproxy report --against-build` prints it.
enum ComparisonRoute {
    private enum Format: String, CaseIterable {
        case text, markdown, html, json
    }

    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        guard let format = Format(rawValue: request.request.first("format") ?? "") else {
            let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleProblem(400, "Unknown format", "The member format of the query is one of \(names).")
        }
        let older = try TrafficSelection(request)
        let newer = older.choosing(builds: request.values("against-build"))
        guard !older.filter.builds.isEmpty, !newer.filter.builds.isEmpty else {
            throw ConsoleProblem(
                400, "Missing build", "The query names the older build as build and the newer one as against-build.")
        }
        let (traffic, settings) = (state.traffic.judged, state.settings)
        let lost = state.traffic.lostDecisions
        return .computation(
            ConsoleComputation { (_) throws(ConsoleProblem) in
                let before = try report(on: traffic, choosing: older, settings: settings, lost: lost, at: request.now)
                let after = try report(on: traffic, choosing: newer, settings: settings, lost: lost, at: request.now)
                var difference = ReportDifference(
                    from: before.report, to: after.report, exercised: after.exercised)
                difference.comparesBuilds = true
                return .response(response(difference, as: format))
            })
    }

    private static func report(
        on traffic: JudgedTraffic, choosing selection: TrafficSelection, settings: ConsoleSettings, lost: Int,
        at now: Instant
    ) throws(ConsoleProblem) -> (report: Report, exercised: ExercisedLoads) {
        var (content, entries) = selection.chosen(from: traffic.content, traffic.all)
        guard !entries.isEmpty else {
            let builds = selection.filter.builds.map { $0.visible(limit: 60) }.joined(separator: ", ")
            throw ConsoleProblem(
                409, "Nothing to compare", "No load of build \(builds) was seen, or none that these filters choose.")
        }
        if settings.source == .live { content.sources = [ReportRoute.source(of: content, lost: lost)] }
        let options = ReportOptions(on: traffic, choosing: selection, settings: settings, at: now)
        return (Report(content, entries, options: options), ExercisedLoads(entries))
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

    private static func file(_ end: String, type contentType: String, text: String) -> ServerResponse {
        .attachment("atsproxy-comparison.\(end)", contentType: contentType, Array("\(text)\n".utf8))
    }
}

extension TrafficSelection {
    /// The same selection, but of other builds.
    fileprivate func choosing(builds: [String]) -> TrafficSelection {
        var selection = self
        selection.filter.builds = builds
        return selection
    }
}

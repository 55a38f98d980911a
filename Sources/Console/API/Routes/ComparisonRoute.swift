import Documents
import HTTPServer
import Reports
import TransportSecurity

/// `GET comparison`: the changes of a build since another one, as `atsproxy report --against-build` prints them.
enum ComparisonRoute: RouteHandler {
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let format = try request.format(DocumentFormat.self)
        let older = try TrafficSelection(request)
        var newer = older
        newer.filter.builds = request.values(of: "against-build")
        guard !older.filter.builds.isEmpty, !newer.filter.builds.isEmpty else {
            throw ConsoleProblem(
                400, title: "Missing build",
                detail: "The query names the older build as build and the newer one as against-build.")
        }
        let reporter = TrafficReporter(state, at: request.now)
        return .computation(
            ConsoleComputation { [newer] (_) throws(ConsoleProblem) in
                let before = try report(on: older, by: reporter)
                let after = try report(on: newer, by: reporter)
                var difference = ReportDifference(
                    from: before.report, to: after.report, exercised: ExercisedLoads(after.entries))
                difference.comparesBuilds = true
                return .response(response(difference, as: format))
            })
    }

    /// The report on the loads of a build. Throws a problem if there are none.
    private static func report(
        on selection: TrafficSelection, by reporter: TrafficReporter
    ) throws(ConsoleProblem) -> TrafficReporter.Reported {
        if let reported = reporter.report(on: selection) { return reported }
        let builds = selection.filter.builds.map { $0.visible(limit: 60) }.joined(separator: ", ")
        throw ConsoleProblem(
            409, title: "Nothing to compare",
            detail: "No load of build \(builds) was seen, or none that these filters choose.")
    }

    private static func response(_ difference: ReportDifference, as format: DocumentFormat) -> ServerResponse {
        // A page has room for everything.
        let document = format == .html ? difference.document(limit: .max) : difference.document()
        let text = format.text(of: document, json: [difference.line], by: .ofFiles)
        let file = ReportFormat(format)
        return .attachment(
            "atsproxy-comparison.\(file.fileExtension)", contentType: file.contentType,
            content: Array("\(text)\n".utf8))
    }
}

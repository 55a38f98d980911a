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
        let reporter = TrafficReporter(state, at: request.now)
        return .computation(
            ConsoleComputation { (_) throws(ConsoleProblem) in
                guard let report = reporter.report(on: selection)?.report else {
                    throw ConsoleProblem(
                        409, title: "Nothing to report", detail: "No load was seen, or none that these filters choose.")
                }
                return .response(response(with: report, as: format, settings: reporter.settings))
            })
    }

    private static func response(
        with report: Report, as format: ReportFormat, settings: ConsoleSettings
    ) -> ServerResponse {
        let file = settings.policyFile
        let location = FindingLocation(
            path: file?.path ?? report.sources.first?.name ?? "recording", text: file?.text ?? "")
        let text = format.text(
            of: report, by: .ofFiles, at: location,
            from: file == nil ? nil : FileManager.default.currentDirectoryPath, version: settings.version,
            // A file has room for the whole report.
            isVerbose: true, publicSuffixes: settings.publicSuffixes)
        return .attachment(
            "atsproxy-report.\(format.fileExtension)", contentType: format.contentType,
            content: Array("\(text)\n".utf8))
    }
}

extension TextRenderer {
    /// The renderer of plain text in files that the console sends.
    static let ofFiles = TextRenderer(width: 100, usesColour: false)
}

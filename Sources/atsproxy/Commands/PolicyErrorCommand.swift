import ArgumentParser
import Audit
import InternationalNames
import Recording
import InternetNames
import TransportSecurity

/// `atsproxy policy error`: the meaning of an app's error, and possible causes.
struct PolicyErrorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "error", abstract: "Explain an app's error: -1022, -1200, -9802, or a pasted log line.",
        discussion: "With --recording, recorded findings about the hosts in the line, or about --host, follow.")

    /// Codes begin with a dash, so arguments that look like unknown options are taken as codes.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Codes, or lines of a log, in quotes.", valueName: "code"))
    var texts: [String]

    @Option(
        help: ArgumentHelp("Recorded traffic in which to look for the error. Repeatable.", valueName: "path"),
        completion: .file())
    var recording: [String] = []

    @Option(help: ArgumentHelp("The host that failed; by default those of the URLs in the line. Repeatable."))
    var host: [String] = []

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    func run() throws {
        try CommandFailure.reported { () throws(CommandFailure) in
            let lines = texts.map { LogLine($0, readingHost: InternetNames.Host.init(written:)) }
            var codes: [Int] = []
            for code in lines.flatMap(\.codes) where !codes.contains(code) { codes.append(code) }
            let explanations = codes.compactMap { ErrorExplanation(code: $0) }
            guard !explanations.isEmpty else {
                let known = ErrorExplanation.knownCodes.map(String.init).joined(separator: ", ")
                throw CommandFailure(
                    .usage, "No code of ATS or TLS stands in what was given; those that are known are \(known).")
            }
            let hosts = try namedHosts() + lines.flatMap(\.hosts)
            printed(explanations, try findings(behind: explanations, at: hosts))
        }
    }

    private func namedHosts() throws(CommandFailure) -> [InternetNames.Host] {
        var hosts: [InternetNames.Host] = []
        for text in host {
            guard let host = InternetNames.Host(written: text) else {
                throw CommandFailure(.usage, "--host \(text) is neither a name nor an address.")
            }
            hosts.append(host)
        }
        return hosts
    }

    private func findings(
        behind explanations: [ErrorExplanation], at hosts: [InternetNames.Host]
    ) throws(CommandFailure) -> [ReportFinding]? {
        guard !recording.isEmpty else { return nil }
        let traffic = try RecordingInput.traffic(of: recording, keepingFacts: false)
        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let report = Report(traffic, traffic.asRecorded, options: options)
        return ErrorExplanation.findings(in: report, behind: explanations, at: hosts)
    }

    private func printed(_ explanations: [ErrorExplanation], _ findings: [ReportFinding]?) {
        switch format {
        case .text:
            Console.print(Terminal.renderer.text(of: ErrorExplanation.document(explanations, findings: findings)))
        case .json:
            for explanation in explanations { Console.print(String(decoding: explanation.line, as: UTF8.self)) }
            for finding in findings ?? [] { Console.print(String(decoding: finding.line, as: UTF8.self)) }
        }
    }
}

import ArgumentParser
import Documents
import ErrorCatalogue
import Foundation
import InternationalNames
import InternetNames
import Judging
import RecordingInputs
import Reports
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy policy error`: explains an app's error and its possible causes.
struct PolicyErrorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "error", abstract: "Explain an app's error: -1022, -1200, -9802, or what an app or Xcode printed.",
        discussion: """
            Takes codes, sentences, lines of Xcode's console and whole dumps of errors, in \
            \(PastedLog.languages.count) languages. Each error is explained once, the innermost first. With \
            --recording, recorded findings about the hosts in the text, or about --host, follow.

            Exit status 65 if no error in the text is known.
            """)

    /// Codes begin with a dash, so arguments that look like unknown options are taken as codes.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "Codes, or printed text in quotes; - reads it from standard input.", valueName: "code"))
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
        try CommandFailure.reporting { () throws(CommandFailure) in
            let pasted = PastedLog(try text(), readingHost: InternetNames.Host.init(written:))
            guard !pasted.explanations.isEmpty else {
                let unknown = pasted.unknown.listed(atMost: 20)
                throw CommandFailure(
                    .data,
                    unknown.isEmpty
                        ? "no known error code or message found."
                        : "no known error code or message found: \(unknown) is none of the codes of URL loads, TLS "
                            + "and certificates."
                )
            }
            let hosts = try namedHosts() + pasted.hosts
            show(pasted, recordedFindings: try findings(behind: pasted.explanations, at: hosts))
        }
    }

    /// The arguments as lines; standard input replaces `-`.
    private func text() throws(CommandFailure) -> String {
        var lines: [String] = []
        for text in texts {
            let line =
                text == "-" ? String(decoding: try InputFile.standardInput.bytes(), as: UTF8.self) : text
            if line.unicodeScalars.count > PastedLog.limit {
                Output.say("only the first \(PastedLog.limit) characters are read.")
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
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

    /// The recorded findings that may have caused the errors; nil without a recording.
    private func findings(
        behind explanations: [ErrorExplanation], at hosts: [InternetNames.Host]
    ) throws(CommandFailure) -> [ReportFinding]? {
        guard !recording.isEmpty else { return nil }
        let traffic = try RecordingInput.traffic(of: recording, keepingFacts: false)
        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let report = Report(traffic, traffic.asRecorded, options: options)
        return report.findings(by: Set(explanations.flatMap(\.rules)), at: hosts)
    }

    private func show(_ pasted: PastedLog, recordedFindings findings: [ReportFinding]?) {
        switch format {
        case .text:
            var document = ErrorExplanation.document(
                pasted.explanations, unknown: pasted.unknown, url: pasted.url)
            document.blocks += findings?.recordedCauses ?? []
            Output.print(Terminal.renderer.text(of: document))
        case .json:
            for explanation in pasted.explanations { Output.print(String(decoding: explanation.line, as: UTF8.self)) }
            for finding in findings ?? [] { Output.print(String(decoding: finding.line, as: UTF8.self)) }
        }
    }
}

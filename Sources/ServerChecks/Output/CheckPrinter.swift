import DeviceManagement
import InternetNames
import JSONWriting
import Reports
import ServerConfiguration
import Settings
import StandardStreams
import TransportSecurity

/// Prints the results of `check` and `certificate`: as text with a table or with all details, as JSON lines, or as a
/// report.
package struct CheckPrinter {
    private let format: ReportFormat
    private let isDetailed: Bool
    private let text: VerdictText
    private let width: Int?
    private let showsTranscript: Bool
    private var summary = CheckSummary()
    private var table = CheckTable()
    private var report: CheckReport
    /// The changes of configuration for the servers in the table. Each change occurs once, with all of its subjects.
    private var changes: [(change: ConfigurationChange, subjects: [String])] = []
    /// The servers of device management, with their uses.
    package var discovered = DiscoveredServers()

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - isDetailed: Whether text has all details of each server instead of a row in a table.
    ///   - showsTranscript: Whether diagnoses are also printed in the layout of nscurl.
    ///   - failsOnRenewal: Whether a report fails if a certificate ought to be replaced.
    package init(
        _ format: ReportFormat, rules: RuleSet, isDetailed: Bool = true, showsTranscript: Bool = false,
        failsOnRenewal: Bool
    ) {
        (self.format, self.isDetailed, self.showsTranscript) = (format, isDetailed, showsTranscript)
        report = CheckReport(failsOnRenewal: failsOnRenewal)
        summary.countsRenewals = failsOnRenewal
        width = Terminal.columns
        text = VerdictText(rules: rules, usesColour: Terminal.showsColour, width: width)
    }

    /// Adds a finding about the discovery of a management service, or about a file, to the totals.
    package mutating func add(_ finding: DiscoveryFinding) {
        summary.count(finding)
    }

    /// Prints one result with all of its verdicts.
    package mutating func show(_ result: CheckResult) {
        if format == .text, let diagnosis = result.diagnosis {
            summary.count(diagnosis)
            printBlock(lines(of: diagnosis, on: result))
            return
        }
        for serverVerdict in result.serverVerdicts {
            var address = ""
            if result.serverVerdicts.count > 1, let judged = serverVerdict.event.address { address = " at \(judged)" }
            let uses = discovered.uses(of: result.url)
            // A server of device management is used under several paths, which the title therefore leaves out.
            let title = uses.isEmpty ? result.url.title : result.url.serverTitle
            show(serverVerdict, about: title + address, usedBy: uses, diagnosis: result.diagnosis)
        }
    }

    /// Prints the verdict of a subject.
    package mutating func show(
        _ serverVerdict: CheckResult.ServerVerdict, about subject: String, usedBy uses: [ManagementUse] = [],
        diagnosis: Diagnosis? = nil
    ) {
        switch format {
        case .json:
            Output.print(CheckReport.line(serverVerdict, diagnosis: diagnosis, usedBy: uses))
        case .text:
            summary.count(serverVerdict)
            if isDetailed {
                printBlock(text.lines(of: serverVerdict, about: subject, usedBy: uses))
                if let change = serverVerdict.configuration { printBlock(lines(of: change, for: [subject])) }
            } else {
                table.add(serverVerdict, about: subject, usedBy: uses)
                if let change = serverVerdict.configuration { add(change, for: subject) }
            }
        case .markdown, .html, .sarif, .xcode, .junit, .csv, .csvHosts:
            report.add(serverVerdict)
        }
    }

    /// Prints the end of the output: in text the table, the exceptions to paste and the totals; in another format the
    /// report.
    ///
    /// - Parameters:
    ///   - policy: The policy that the exceptions are added to; nil for the defaults of ATS.
    ///   - path: The file in which a report locates findings; nil if there is none.
    ///   - faults: A sentence for each line of standard input that names no host.
    package mutating func finish(
        addingExceptionsTo policy: CheckedPolicy?, policyPath path: String? = nil, listFaults faults: [String] = []
    ) throws(CommandFailure) {
        switch format {
        case .json: return
        case .markdown, .html, .sarif, .xcode, .junit, .csv, .csvHosts:
            let text = try report.text(in: format, policyPath: path, listFaults: faults)
            if format != .xcode || !text.isEmpty { Output.print(text) }
        case .text:
            if !table.isEmpty { printBlock([Terminal.renderer.text(of: table.document)]) }
            for (change, subjects) in changes { printBlock(lines(of: change, for: subjects)) }
            let hasPolicy = policy?.dictionary.isEmpty == false
            let list = summary.propertyList(
                addedTo: policy?.dictionary ?? [:], named: hasPolicy ? policy?.source : nil)
            if !list.isEmpty { printBlock(list) }
            if let totals = summary.totals { Output.print(totals) }
        }
    }

    private func lines(of change: ConfigurationChange, for subjects: [String]) -> [String] {
        ConfigurationText(width: width).lines(of: change, for: subjects)
    }

    private mutating func add(_ change: ConfigurationChange, for subject: String) {
        if let index = changes.firstIndex(where: { $0.change == change }) {
            changes[index].subjects.append(subject)
        } else {
            changes.append((change, [subject]))
        }
    }

    private func lines(of diagnosis: Diagnosis, on result: CheckResult) -> [String] {
        var lines = DiagnosisText(diagnosis: diagnosis, url: result.url, width: width).lines
        if showsTranscript { lines += [""] + DiagnosisTranscript(diagnosis: diagnosis, url: result.url).lines }
        guard let serverVerdict = result.serverVerdicts.first else { return lines }
        return lines + [""] + text.reasons(of: serverVerdict) + text.details(of: serverVerdict)
    }

    /// Prints lines and a blank line after them.
    private func printBlock(_ lines: [String]) {
        Output.print((lines + [""]).joined(separator: "\n"))
    }
}

/// The text of `check --fix-for`: lines for the configuration of a server, the file that they belong to, and their
/// consequences.
private struct ConfigurationText {
    private let text: LabelledText

    init(width: Int?) {
        text = LabelledText(width: width)
    }

    /// The lines about a change, after a sentence with its subjects. The lines of configuration are not wrapped and can
    /// be pasted.
    func lines(of change: ConfigurationChange, for subjects: [String]) -> [String] {
        let name = change.software.name
        let subject = Terminal.visible(subjects.joined(separator: ", "))
        guard let placement = change.placement else {
            return text.paragraph("\(subject): no line of the configuration of \(name) removes what was found.")
                + remainder(of: change) + rows("note", of: change.notes)
        }
        return text.paragraph("\(subject): lines of the configuration of \(name) that remove what was found:")
            + change.lines.map { "    " + Terminal.visible($0) }
            + text.row("where", [placement]) + rows("note", of: change.notes) + rows("breaks", of: change.lostClients)
            + remainder(of: change)
    }

    private func remainder(of change: ConfigurationChange) -> [String] {
        rows("remains", of: change.remaining.map { "\($0.sentence) (\($0.rule.rawValue))" })
    }

    private func rows(_ label: String, of sentences: [String]) -> [String] {
        sentences.isEmpty ? [] : text.row(label, sentences)
    }
}

import AppBundle
import ArgumentParser
import Audit
import TransportSecurity

/// `atsproxy report`: the result of recorded traffic, under the recorded policy or another one.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Summarise recorded traffic by host, app and rule.",
        discussion: """
            With --policy, --os or another trust store the same traffic is judged anew from the recorded facts, without a \
            network; what is not given is as recorded. --compare shows only what changes.

            Exit status 1 on violations that neither a baseline nor a waiver covers, and on expired waivers; 2 where \
            nothing is violated, but not everything could be judged; 65 where there is nothing to judge. Warnings alone \
            are 0.
            """)

    @Argument(
        help: ArgumentHelp("Recordings of atsproxy; - is standard input.", valueName: "recording"), completion: .file())
    var recordings: [String]

    @OptionGroup(title: "Loads") var loads: LoadFilterOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Report") var output: ReportOutputOptions
    @OptionGroup(title: "Evidence") var evidence: EvidenceOptions

    @Flag(help: "With --policy or --os: show only what changes against the recorded verdicts.")
    var compare = false

    func validate() throws {
        guard !compare || policy.areGiven else {
            throw ValidationError("--compare needs another policy or OS to compare with; give --policy or --os.")
        }
        guard !compare || [.text, .markdown, .html, .json].contains(output.format) else {
            throw ValidationError("--compare prints text, markdown, html or json.")
        }
    }

    func run() throws {
        let status = try CommandFailure.reported { () throws(CommandFailure) in
            policy.areGiven || trust.areGiven ? try reportAnew() : try reportAsRecorded()
        }
        if status != 0 { throw ExitCode(status) }
    }

    private func reportAsRecorded() throws(CommandFailure) -> Int32 {
        let recorded = try evidence.recorded(trust, in: recordings)
        let traffic = try RecordingInput.traffic(
            of: recordings, keepingFacts: recorded != nil, filter: try loads.filter())
        let waivers = try trust.waivers()
        let entries = traffic.asRecorded.map { $0.waiving(waivers) }
        let report = Report(traffic, entries, options: try output.heldAgainst(policyKeys: nil, anew: nil))
        try output.printed(report, policyPath: nil)
        try recorded?.write(entries, of: traffic)
        return report.status
    }

    private func reportAnew() throws(CommandFailure) -> Int32 {
        let recorded = try evidence.recorded(trust, in: recordings)
        let traffic = try RecordingInput.traffic(of: recordings, keepingFacts: true, filter: try loads.filter())
        let judged = try policy.judged(traffic, by: trust)
        let entries = judged.entries
        let options = try output.heldAgainst(policyKeys: judged.policyKeys, anew: (judged.policy, judged.os))
        let report = Report(traffic, entries, options: options)
        if compare {
            printed(VerdictChange.changes(from: traffic.asRecorded, to: entries), report.basis)
        } else {
            try output.printed(report, policyPath: policy.policy)
        }
        try recorded?.write(entries, of: traffic)
        return report.status
    }

    private func printed(_ changes: [VerdictChange], _ basis: Report.Basis) {
        let document = Document(
            title: "What changes under another policy",
            blocks: [.paragraph(basis.sentence)] + Document.blocks(on: changes))
        switch output.format {
        case .text: Console.print(Terminal.renderer.text(of: document))
        case .markdown: Console.print(MarkdownRenderer().text(of: document))
        case .html: Console.print(HTMLRenderer().text(of: document))
        case .json, .sarif, .junit:
            for change in changes { Console.print(String(decoding: change.line, as: UTF8.self)) }
        }
    }
}

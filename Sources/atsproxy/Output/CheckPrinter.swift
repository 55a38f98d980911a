import InternetNames
import JSONWriting
import Recording
import TransportSecurity

/// Prints the results of `check` and `certificate`.
struct CheckPrinter {
    private let format: OutputFormat
    private let text: VerdictText
    private let width: Int?
    private let showsTranscript: Bool
    private var summary = CheckSummary()

    /// Creates a printer.
    ///
    /// - Parameter showsTranscript: Whether diagnoses are also printed in the layout of nscurl.
    init(format: OutputFormat, rules: RuleSet, showsTranscript: Bool = false) {
        self.format = format
        self.showsTranscript = showsTranscript
        width = Terminal.columns
        text = VerdictText(rules: rules, usesColour: Terminal.showsColour, width: width)
    }

    /// Prints one result with all of its judgements.
    mutating func show(_ result: CheckResult) {
        switch format {
        case .json:
            for judgement in result.judgements { Console.print(json(judgement, result.diagnosis)) }
        case .text:
            if let diagnosis = result.diagnosis {
                summary.count(diagnosis)
                printed(lines(of: diagnosis, result))
            } else {
                for judgement in result.judgements {
                    let place = result.judgements.count > 1 ? judgement.event.address.map { " at \($0)" } ?? "" : ""
                    show(judgement, about: result.url.title + place)
                }
            }
        }
    }

    /// Prints the judgement of a subject.
    mutating func show(_ judgement: CheckResult.Judgement, about subject: String) {
        switch format {
        case .json:
            Console.print(json(judgement, nil))
        case .text:
            summary.count(judgement)
            printed(text.lines(of: judgement, about: subject))
        }
    }

    /// Prints what comes after all results: the exceptions to paste, and the totals.
    ///
    /// - Parameter policy: The policy that the exceptions are added to; nil for the defaults of ATS.
    func finish(addingTo policy: CheckedPolicy?) {
        guard format == .text else { return }
        let isGiven = policy?.dictionary.isEmpty == false
        let list = summary.propertyList(
            addedTo: policy?.dictionary ?? [:], named: isGiven ? policy?.source : nil)
        if !list.isEmpty { printed(list) }
        if let totals = summary.totals { Console.print(totals) }
    }

    private func lines(of diagnosis: Diagnosis, _ result: CheckResult) -> [String] {
        var lines = DiagnosisText(diagnosis: diagnosis, url: result.url, width: width).lines
        if showsTranscript { lines += [""] + DiagnosisTranscript(diagnosis: diagnosis, url: result.url).lines }
        guard let judgement = result.judgements.first else { return lines }
        return lines + [""] + text.reasons(of: judgement) + text.details(of: judgement)
    }

    /// Prints lines and a blank line after them.
    private func printed(_ lines: [String]) {
        Console.print((lines + [""]).joined(separator: "\n"))
    }

    private func json(_ judgement: CheckResult.Judgement, _ diagnosis: Diagnosis?) -> String {
        var json = JSONWriter()
        json.object { json in
            var event = judgement.event
            if !judgement.facts.isEmpty { event.serverFacts = judgement.facts }
            event.writeMembers(to: &json)
            if let diagnosis { json.member("diagnosis", diagnosis) }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

import JSONWriting
import Recording
import TransportSecurity

/// Prints the results of `check` and `certificate`.
struct CheckPrinter {
    let format: OutputFormat
    private let text: VerdictText

    init(format: OutputFormat, rules: RuleSet) {
        self.format = format
        text = VerdictText(rules: rules, usesColour: Terminal.showsColour)
    }

    /// Prints one result with all of its judgements.
    func show(_ result: CheckResult) {
        switch format {
        case .json:
            for judgement in result.judgements { Console.print(json(judgement.event, result.diagnosis)) }
        case .text:
            if let diagnosis = result.diagnosis {
                printed(DiagnosisText(diagnosis: diagnosis, url: result.url).lines)
            } else {
                for judgement in result.judgements { printed(text.lines(of: judgement.event, about: result.url.text)) }
            }
        }
    }

    /// Prints lines and a blank line after them.
    private func printed(_ lines: [String]) {
        Console.print((lines + [""]).joined(separator: "\n"))
    }

    /// Prints the judgement of a subject that is not a URL.
    func show(_ event: DecisionEvent, about subject: String) {
        switch format {
        case .json: Console.print(json(event, nil))
        case .text: Console.print(text.lines(of: event, about: subject).joined(separator: "\n"))
        }
    }

    private func json(_ event: DecisionEvent, _ diagnosis: Diagnosis?) -> String {
        var json = JSONWriter()
        json.object { json in
            event.writeMembers(to: &json)
            if let diagnosis { json.member("diagnosis", diagnosis) }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

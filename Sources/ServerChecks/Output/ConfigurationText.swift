import ServerConfiguration
import StandardStreams

/// The text of `check --fix-for`: lines for the configuration of a server, where they belong, and their consequences.
struct ConfigurationText {
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

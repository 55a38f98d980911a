import Documents
import InternetNames
import Judging
import TransportSecurity

/// The notes of one kind, with the hosts that have them: a row under "Notes" in the document on a report.
struct NoteGroup: Hashable {
    /// The notes in a few words.
    var title: String
    /// The first of the notes, as an example.
    var example: Note
    /// The hosts, in the order of the report.
    var hosts: [Host]
    /// The action after which such notes no longer occur; nil unless their cause is old data.
    var fix: String?

    /// The groups of all notes of the hosts, those with the most hosts first, and notes on old data at the end.
    static func groups(of hosts: [HostSummary]) -> [NoteGroup] {
        var groups: [Key: NoteGroup] = [:]
        for host in hosts {
            for note in host.notes {
                let kind = NoteKind(note)
                let key = kind.map(Key.kind) ?? .template(note.rule, template(of: note.message, host: host.host))
                let new = NoteGroup(title: kind?.title ?? note.message, example: note, hosts: [], fix: kind?.fix)
                groups[key, default: new].add(host.host)
            }
        }
        return groups.values.sorted { left, right in
            if left.isAboutOldData != right.isAboutOldData { return right.isAboutOldData }
            if left.hosts.count != right.hosts.count { return left.hosts.count > right.hosts.count }
            if left.title != right.title { return left.title < right.title }
            return left.example.message < right.example.message
        }
    }

    /// Whether the cause of the notes is old data.
    private var isAboutOldData: Bool { fix != nil }

    /// The open question of notes on old data, and the fix; nil for other notes.
    var dataNotice: String? {
        fix.map { "\(title): \(Quantity.of(hosts.count, "host")). \($0)" }
    }

    /// Adds a host with such a note. All notes of one host are added before those of the next.
    private mutating func add(_ host: Host) {
        if hosts.last != host { hosts.append(host) }
    }

    /// The property that the notes of a group share.
    private enum Key: Hashable {
        case kind(NoteKind)
        /// The rule, and the sentence without the parts that differ from host to host.
        case template(RuleID?, String)
    }

    /// The sentence without the parts that differ from host to host: the host itself, and numbers.
    private static func template(of message: String, host: Host) -> String {
        let text = message.replacing(host.description, with: "host")
        var template = ""
        // Each run of digits becomes one 0.
        for character in text where !(character.isNumber && template.last == "0") {
            template.append(character.isNumber ? "0" : character)
        }
        return template
    }
}

extension Report {
    /// The notices about old data files, which leave rules open, one sentence for each kind. A device with data as old
    /// as these decides as the report does, and one with newer data may refuse more. Old data are therefore not a gap,
    /// and do not change the exit status.
    public var dataNotices: [String] { NoteGroup.groups(of: hosts).compactMap(\.dataNotice) }
}

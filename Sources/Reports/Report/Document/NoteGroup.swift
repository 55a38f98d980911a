import Documents
import InternetNames
import Judging
import TransportSecurity

/// The notes of one kind, with the hosts that have them.
struct NoteGroup: Hashable {
    /// The notes in a few words.
    var title: String
    /// The first of the notes, as an example.
    var example: Note
    /// The hosts, in the order of the report.
    var hosts: [Host]
    /// The action that makes the notes unnecessary, if their cause is old data.
    var remedy: String?

    /// The groups of all notes of the hosts, those with the most hosts first, and notes on old data at the end.
    static func groups(of hosts: [HostSummary]) -> [NoteGroup] {
        var groups: [Key: NoteGroup] = [:]
        for host in hosts {
            for note in host.notes {
                let key = NoteKind(note).map(Key.kind) ?? .template(note.rule, template(of: note.message, host.host))
                var title = note.message
                var remedy: String?
                if case .kind(let kind) = key { (title, remedy) = (kind.title, kind.remedy) }
                let new = NoteGroup(title: title, example: note, hosts: [], remedy: remedy)
                if groups[key, default: new].hosts.last != host.host {
                    groups[key, default: new].hosts.append(host.host)
                }
            }
        }
        return groups.values.sorted { left, right in
            if (left.remedy == nil) != (right.remedy == nil) { return left.remedy == nil }
            if left.hosts.count != right.hosts.count { return left.hosts.count > right.hosts.count }
            return left.title == right.title
                ? left.example.message < right.example.message : left.title < right.title
        }
    }

    /// What the notes on old data leave open, and what to do about it; nil for other notes.
    var dataNotice: String? {
        remedy.map { "\(title): \(Quantity.of(hosts.count, "host")). \($0)" }
    }

    private enum Key: Hashable {
        case kind(NoteKind)
        case template(RuleID?, String)
    }

    /// The sentence without what differs from host to host: the host itself, and numbers.
    private static func template(of message: String, _ host: Host) -> String {
        let text = message.replacing(host.description, with: "host")
        var template = ""
        for character in text where !(character.isNumber && template.last == "0") {
            template.append(character.isNumber ? "0" : character)
        }
        return template
    }
}

extension Report {
    /// The open questions of old data, one sentence for each kind. A device with data as old as these decides as the report does,
    /// so that this is no gap and does not change the exit status; one with newer data may refuse more.
    public var dataNotices: [String] { NoteGroup.groups(of: hosts).compactMap(\.dataNotice) }
}

import DataFiles
import JSONWriting
import Settings
import TransportSecurity

/// The output of the command `data update` about each file.
package enum DataUpdateOutput {
    /// A line for readers; nil for a failure, whose sentence is on standard error.
    package static func text(of outcome: DataUpdate.Outcome) -> String? {
        let name = outcome.source.kind.rawValue
        let before = outcome.before?.date ?? "no date"
        switch outcome.result {
        case .updated(let date): return "\(name): updated from \(before) to \(date.date)"
        case .current: return "\(name): of \(before), which is the newest that \(outcome.source.url.text) has"
        case .failed: return nil
        }
    }

    /// A line of JSON for programs.
    package static func line(of outcome: DataUpdate.Outcome) -> String {
        let (outcomeName, date, message): (String, Instant?, String?) =
            switch outcome.result {
            case .updated(let date): ("updated", date, nil)
            case .current: ("current", outcome.before, nil)
            case .failed(let failure): ("failed", outcome.before, failure.sentence)
            }
        return line(
            outcome.source.kind, outcome: outcomeName, date: date, before: outcome.before,
            source: outcome.source.url.text, message: message)
    }

    /// The line about a file that has no source.
    package static func line(ofFileWithoutSource kind: DataFileKind) -> String {
        let date = CurrentData.choice(kind).date
        return line(
            kind, outcome: "no-source", date: date, before: date, source: nil, message: DataSettings.noSourceOfRoots)
    }

    private static func line(
        _ kind: DataFileKind, outcome: String, date: Instant?, before: Instant?, source: String?, message: String?
    ) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("file", kind.rawValue)
            json.member("outcome", outcome)
            json.member("date", date.map(\.description))
            json.member("dateBefore", before.map(\.description))
            json.member("source", source)
            json.member("message", message)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

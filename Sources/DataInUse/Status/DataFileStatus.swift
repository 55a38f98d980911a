import DataFiles
import Foundation
import JSONWriting
import Settings
import TransportSecurity

/// The state of one data file, for the command `data status`: its date, age and origin, and its effect on verdicts.
package struct DataFileStatus {
    private let kind: DataFileKind
    private let date: Instant?
    private let age: DataFileAge
    private let origin: Origin
    /// The reason why an updated file is not used.
    private let ignored: String?
    private let source: DataFileSource?
    /// Whether the file is a list of CT logs of which none is accepted now.
    private let acceptsNoLog: Bool

    private enum Origin {
        case option(path: String)
        case shipped
        case updated(path: String)
    }

    /// Reads the file that is used with the settings. Throws an error if an option names a file that cannot be read.
    package init(
        _ kind: DataFileKind, _ trust: TrustSettings, _ data: DataSettings, at now: Instant
    ) throws(CommandFailure) {
        self.kind = kind
        source = data.source(of: kind)
        if let file = trust.file(of: kind) {
            let bytes = try file.read(pipes: .read) { (file) throws(CommandFailure) in
                try Self.checked(file, as: kind)
            }
            date = DataFileContent.date(kind, bytes)
            acceptsNoLog = kind == .logList && Self.acceptsNoLog(listIn: bytes, at: now)
            origin = .option(path: file.path)
            ignored = nil
        } else {
            let choice = CurrentData.choice(kind)
            date = choice.date
            // An updated list was checked at its own date only; its logs may have retired since.
            acceptsNoLog = kind == .logList && Self.acceptsNoLog(listIn: choice.bytes, at: now)
            ignored = choice.ignored
            switch choice.origin {
            case .shipped: origin = .shipped
            case .updated(let path): origin = .updated(path: path)
            }
        }
        age = DataFileAge(of: kind, date: date, at: now)
    }

    /// The content of a file, after the checks of the commands that use the file.
    private static func checked(_ file: InputFile, as kind: DataFileKind) throws(CommandFailure) -> [UInt8] {
        let bytes = try file.bytes()
        switch kind {
        case .logList:
            do throws(DataFileFault) {
                _ = try LogListFile.list(in: bytes, named: file.name)
            } catch {
                throw CommandFailure(.data, error.sentence)
            }
        case .roots: _ = try TrustSettings.certificates(in: bytes, named: file.name)
        case .publicSuffixes: break
        }
        return bytes
    }

    private static func acceptsNoLog(listIn bytes: [UInt8], at now: Instant) -> Bool {
        guard let list = try? LogListFile.list(in: bytes, named: "the list"), !list.isStale(at: now) else {
            return false
        }
        return LogListFile.acceptedCount(list, at: now) == 0
    }

    /// A sentence about the harm that the file's content or age does to verdicts; nil if it does none.
    private var effect: String? {
        guard acceptsNoLog else { return age.effect }
        return
            "No log of this list is accepted now, so that every certificate that needs timestamps is refused; use another "
            + "list."
    }

    /// The state as a paragraph of text.
    package var text: String {
        let day = date.map(\.date) ?? "no date"
        let ageText = age.days.map { ", \($0) \($0 == 1 ? "day" : "days") old" } ?? ""
        var lines = ["\(kind.rawValue): of \(day)\(ageText), \(originText)"]
        if let effect { lines.append(effect) }
        if age.isTooOld { lines.append(fix) }
        if let ignored { lines.append(ignored.visible(limit: 2000)) }
        lines.append(source.map { "updates: \($0.url.text)" } ?? "updates: none. \(DataSettings.noSourceOfRoots)")
        return lines.joined(separator: "\n  ")
    }

    /// A sentence about getting a newer file.
    private var fix: String {
        switch (origin, source) {
        case (.option, _): "Name a newer file."
        case (.shipped, .some), (.updated, .some): "Fetch a newer one with: atsproxy data update \(kind.rawValue)"
        case (.shipped, nil), (.updated, nil): "A newer version of atsproxy has newer ones."
        }
    }

    private var originText: String {
        switch origin {
        case .option(let path): return "given as \(path.visible(limit: 2000))"
        case .shipped: return "shipped with the program"
        case .updated(let path): return "updated (\(path.visible(limit: 2000)))"
        }
    }

    /// The state as a line of JSON.
    package var line: String {
        let (name, path): (String, String?) =
            switch origin {
            case .option(let path): ("option", path)
            case .shipped: ("shipped", nil)
            case .updated(let path): ("updated", path)
            }
        var json = JSONWriter()
        json.object { json in
            json.member("file", kind.rawValue)
            json.member("date", date.map(\.description))
            json.member("ageDays", age.days)
            json.member("origin", name)
            json.member("path", path)
            json.member("isTooOld", age.isTooOld)
            json.member("effect", effect)
            json.member("ignored", ignored)
            json.member("source", source?.url.text)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension TrustSettings {
    /// The file that an option or the configuration names in place of a data file; nil if none is.
    fileprivate func file(of kind: DataFileKind) -> NamedFile? {
        switch kind {
        case .logList: return logList
        case .roots: return roots
        case .publicSuffixes: return nil
        }
    }
}

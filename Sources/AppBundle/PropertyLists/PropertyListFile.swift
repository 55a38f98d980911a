import Foundation
import InfoPlist
import TransportSecurity
import YAMLReading

/// A file with a property list in XML, binary or OpenStep format, or its equivalent in JSON. The content decides the
/// format.
struct PropertyListFile {
    /// The largest accepted file in bytes, far above that of any Info.plist.
    static let sizeLimit = 16 << 20

    /// The name of the file in errors.
    let path: String
    /// The content of the file.
    let data: Data
    /// The target of a project whose Info.plist is read; nil if none was named.
    var target: String?

    /// Creates a file from content that was already read.
    init(path: String, data: Data) {
        self.path = path
        self.data = data
    }

    /// Reads a file of at most `sizeLimit` bytes.
    init(
        reading url: URL, named path: String, pipes: FileOpening.Pipes = .read
    ) throws(PolicyFileError) {
        self.path = path
        do {
            let handle = try FileOpening.handle(at: url.path, pipes: pipes)
            defer { try? handle.close() }
            var data = Data()
            while data.count <= Self.sizeLimit,
                let part = try handle.read(upToCount: Self.sizeLimit + 1 - data.count), !part.isEmpty
            {
                data += part
            }
            self.data = data
        } catch {
            throw PolicyFileError(reading: path, failedWith: error)
        }
        guard data.count <= Self.sizeLimit else {
            throw PolicyFileError(path: path, reason: .tooLarge(limit: Self.sizeLimit))
        }
    }

    /// The Info.plist or bare policy in the file. A file of another kind is an error that names the kind.
    func policyDictionary() throws(PolicyFileError) -> [String: PropertyValue] {
        let root = LocatedValue(.dictionary(try dictionary()))
        guard case .dictionary(let policy) = try PolicyDocument.policy(in: root, of: target, at: path).propertyValue
        else {
            throw error(.notADictionary)
        }
        return policy
    }

    /// The Info.plist or bare policy in the file, with the positions of its parts where the format has lines.
    func locatedPolicy() throws(PolicyFileError) -> LocatedValue {
        try PolicyDocument.policy(in: try locatedDictionary(), of: target, at: path)
    }

    /// The top-level dictionary.
    func dictionary() throws(PolicyFileError) -> [String: PropertyValue] {
        guard case .dictionary(let dictionary) = try value() else { throw error(.notADictionary) }
        return dictionary
    }

    /// The top-level dictionary with the positions of its parts. There are no positions if the format has none, or if
    /// the second parser of XML produces another value than Foundation. Only XML shows duplicate keys.
    func locatedDictionary() throws(PolicyFileError) -> LocatedValue {
        if isYAML { return try yaml() }
        let value = PropertyValue.dictionary(try dictionary())
        if let located = LocatedJSON.value(of: data), located.propertyValue == value { return located }
        if let located = LocatedPropertyList.value(of: data), located.propertyValue == value { return located }
        if let fragment = PropertyListFragment(data), let located = LocatedPropertyList.value(of: fragment),
            located.propertyValue == value
        {
            return located
        }
        return LocatedValue(value)
    }

    /// The top-level value of the file, which may be of any type.
    func value() throws(PolicyFileError) -> PropertyValue {
        let start = start
        guard !data.allSatisfy(" \t\n\r".utf8.contains) else { throw error(.empty) }
        if data.starts(with: "bplist".utf8) { return try binary() }
        if data.starts(with: "PK".utf8 + [3, 4]) { throw error(.zipArchive) }
        if Self.isWebPage(start) { throw error(.webPage) }
        // A byte order mark is the beginning of a property list in UTF-16.
        if start.first == UInt8(ascii: "<") || data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            return try xml()
        }
        guard let first = start.first, "{[(".utf8.contains(first) else {
            // A preprocessor line may come first.
            if start.first == UInt8(ascii: "#"), let value = fragment() { return value }
            if isYAML { return try yaml().propertyValue }
            throw error(PolicyDocument.kind(of: data, at: path).map(PolicyFileError.Reason.noPolicy) ?? .unknownFormat)
        }
        return try jsonOrOpenStep()
    }

    private func binary() throws(PolicyFileError) -> PropertyValue {
        do throws(BinaryPropertyList.Malformed) {
            return try BinaryPropertyList.parsed([UInt8](data))
        } catch {
            throw self.error(.malformed(format: "a binary property list", position: nil, detail: error.description))
        }
    }

    private func xml() throws(PolicyFileError) -> PropertyValue {
        do {
            let value = PropertyValue(
                foundation: try PropertyListSerialization.propertyList(from: data, format: nil))
            if case .dictionary = value { return value }
            // Foundation returns only the first element of a fragment.
            return fragment() ?? value
        } catch {
            if let value = fragment() { return value }
            if let kind = PolicyDocument.kind(of: data, at: path) { throw self.error(.noPolicy(kind)) }
            let detail = Self.detail(of: error)
            // Foundation reports only the line. The other two parsers find the column, if the text is XML.
            let position =
                XMLSyntax.firstError(in: data) ?? LocatedPropertyList.fault(in: data) ?? position(named: detail)
            let reason = PolicyFileError.Reason.malformed(
                format: "a property list", position: position,
                detail: (position == nil ? detail : Self.withoutLine(detail)).visible())
            throw self.error(reason)
        }
    }

    /// The beginning of the file, without the bytes of a byte order mark in UTF-8 and white space.
    private var start: Data {
        data.prefix(1024).drop { [0xEF, 0xBB, 0xBF].contains($0) || " \t\n\r".utf8.contains($0) }
    }

    /// Whether the file is in JSON or YAML, whose values have the same words.
    var isJSONOrYAML: Bool { isYAML || LocatedJSON.value(of: data) != nil }

    /// Whether the file is in YAML. Other formats begin with a bracket or with the mark of a binary property list.
    private var isYAML: Bool {
        guard let first = start.first, !"<{[(".utf8.contains(first), !data.starts(with: "bplist".utf8) else {
            return false
        }
        return PolicyDocument.isYAML(data, at: path)
    }

    /// Parses YAML, which must be a specification of XcodeGen.
    private func yaml() throws(PolicyFileError) -> LocatedValue {
        do throws(YAMLFault) {
            let root = try LocatedYAML.value(of: data)
            if XcodeGenProject(root) != nil { return root }
        } catch {
            throw self.error(Self.reason(error))
        }
        throw error(PolicyDocument.kind(of: data, at: path).map(PolicyFileError.Reason.noPolicy) ?? .unknownFormat)
    }

    private static func reason(_ fault: YAMLFault) -> PolicyFileError.Reason {
        let detail: String
        switch fault.reason {
        case .tooLarge, .tooManyAliases: return .noPolicy(PolicyDocument.largeYAML)
        case .notUTF8: detail = "no UTF-8"
        case .anchors: detail = "an anchor"
        case .duplicateKeys(let keys, let line):
            detail =
                "the key \(keys.joined(separator: ", ")) stands there twice"
                + (line.map { ", first in line \($0)" } ?? "")
        case .malformed(let problem): detail = problem ?? ""
        }
        let position = fault.position.map { PolicyFileError.Position(line: $0.line, column: $0.column) }
        return .malformed(format: "YAML", position: position, detail: detail.visible())
    }

    /// The value of a fragment of a property list, or of one with preprocessor lines; nil for other content.
    private func fragment() -> PropertyValue? {
        guard let text = PropertyListFragment(data)?.text,
            let value = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        else { return nil }
        return PropertyValue(foundation: value)
    }

    /// Parses JSON or an OpenStep property list, since both can begin with a brace. JSON is tried first and gives the
    /// error.
    private func jsonOrOpenStep() throws(PolicyFileError) -> PropertyValue {
        do {
            return PropertyValue(foundation: try JSONSerialization.jsonObject(with: data))
        } catch {
            if let value = try? PropertyListSerialization.propertyList(from: data, format: nil) {
                return PropertyValue(foundation: value)
            }
            let detail = Self.detail(of: error)
            throw self.error(.malformed(format: "JSON", position: position(named: detail), detail: detail.visible()))
        }
    }

    private func error(_ reason: PolicyFileError.Reason) -> PolicyFileError {
        PolicyFileError(path: path, reason: reason)
    }
}

extension PropertyListFile {
    private static func isWebPage(_ start: Data) -> Bool {
        let text = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }

    /// Foundation's error text on one line. The text quotes the file.
    private static func detail(of error: any Error) -> String {
        let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
        return text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingSentence
    }

    /// Foundation's error text without the line, such as "on line 4", which is in the position.
    private static func withoutLine(_ detail: String) -> String {
        detail.replacing(#/ (?:on|at) line \d+/#, with: "")
    }

    /// The position that Foundation's parsers name: that of JSON as "around character 13", "around line 2, column 5" or
    /// "end of file", and that of XML as "on line 4".
    private func position(named detail: String) -> PolicyFileError.Position? {
        if detail.contains("end of file") || detail.contains("EOF") { return position(ofByte: data.count) }
        if let line = detail.firstMatch(of: #/ (?:on|at) line (\d+)/#).flatMap({ Int($0.output.1) }), line > 0 {
            return PolicyFileError.Position(line: line, column: 1)
        }
        let numbers = detail.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        if detail.contains("around line"), numbers.count >= 2 {
            return PolicyFileError.Position(line: numbers[numbers.count - 2], column: numbers[numbers.count - 1])
        }
        guard detail.contains("around character"), let offset = numbers.last, offset <= data.count else { return nil }
        return position(ofByte: offset)
    }

    private func position(ofByte offset: Int) -> PolicyFileError.Position {
        let before = data.prefix(offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return PolicyFileError.Position(line: line.count, column: (line.last?.count ?? 0) + 1)
    }
}

import Yams

/// A fault of a text in YAML.
package struct YAMLFault: Error, Hashable, Sendable {
    /// The kind of the fault.
    package let reason: Reason
    /// The line and the column, from 1, where the fault is; nil if it is that of the whole text.
    package let position: Position?

    /// The kinds of faults.
    package enum Reason: Hashable, Sendable {
        /// The text has more bytes than this.
        case tooLarge(limit: Int)
        case notUTF8
        /// The text would be huge with its aliases expanded.
        case tooManyAliases
        /// The text has anchors, which are not permitted in it.
        case anchors
        /// A mapping has each of these keys twice; the first key for the first time in this line, if the fault is at
        /// its second occurrence.
        case duplicateKeys([String], firstLine: Int?)
        /// The text is not YAML, for the reason that the parser gives.
        case malformed(String?)
    }

    package struct Position: Hashable, Sendable {
        package let line: Int
        package let column: Int
    }

    init(_ reason: Reason, at mark: Mark? = nil) {
        self.init(reason, at: mark.map { Position(line: max(1, $0.line), column: max(1, $0.column)) })
    }

    private init(_ reason: Reason, at position: Position?) {
        (self.reason, self.position) = (reason, position)
    }

    init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(.malformed(problem), at: mark)
        case .duplicatedKeysInMapping(let keys, let context):
            guard let key = keys.first,
                let second = Self.repetition(of: key, behind: context.mark, in: context.text)
            else {
                self.init(.duplicateKeys(keys, firstLine: nil), at: context.mark)
                return
            }
            self.init(.duplicateKeys(keys, firstLine: context.mark.line), at: second)
        case .reader(let problem, _, _, _): self.init(.malformed(problem))
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: self.init(.malformed(nil))
        }
    }

    /// The second occurrence of a key of a mapping in several lines: all its keys stand in the same column, and all
    /// other lines are indented more deeply. Nil for a mapping within one line.
    ///
    /// - Parameter first: The first occurrence.
    private static func repetition(of key: String, behind first: Mark, in text: String) -> Position? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard first.line > 0, first.column > 0 else { return nil }
        let spellings = [key, "\"\(key)\"", "'\(key)'"]
        for index in lines.indices.dropFirst(first.line) {
            let indentation = lines[index].prefix { $0 == " " }.count
            guard indentation == first.column - 1 else { continue }
            let content = lines[index].dropFirst(indentation)
            let isKey = spellings.contains { spelling in
                content.hasPrefix(spelling) && content.dropFirst(spelling.count).first { $0 != " " } == ":"
            }
            if isKey { return Position(line: index + 1, column: first.column) }
        }
        return nil
    }

    /// The fault and its correction in one sentence, without the name and the line of the file.
    package var sentence: String {
        switch reason {
        case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB; make it smaller."
        case .notUTF8: "the file is not UTF-8."
        case .tooManyAliases: "the file has too many aliases (*); write each value out."
        case .anchors: "anchors (&) and aliases (*) are not read; write the value out."
        case .duplicateKeys(let keys, let line):
            "the key \(keys.joined(separator: ", ")) occurs twice\(line.map { ", first in line \($0)" } ?? ""); delete "
                + "one."
        case .malformed(let problem): "this is not YAML\(problem.map { ": \($0)" } ?? "")."
        }
    }
}

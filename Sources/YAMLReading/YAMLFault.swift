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
        /// A mapping has each of these keys twice.
        case duplicateKeys([String])
        /// The text is not YAML, for the reason that the parser gives.
        case malformed(String?)
    }

    package struct Position: Hashable, Sendable {
        package let line: Int
        package let column: Int
    }

    init(_ reason: Reason, at mark: Mark? = nil) {
        self.reason = reason
        position = mark.map { Position(line: max(1, $0.line), column: max(1, $0.column)) }
    }

    init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(.malformed(problem), at: mark)
        case .duplicatedKeysInMapping(let keys, let context): self.init(.duplicateKeys(keys), at: context.mark)
        case .reader(let problem, _, _, _): self.init(.malformed(problem))
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: self.init(.malformed(nil))
        }
    }

    /// The fault and its correction in one sentence, without the name and the line of the file.
    package var sentence: String {
        switch reason {
        case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB; make it smaller."
        case .notUTF8: "the file is not UTF-8."
        case .tooManyAliases: "the file has too many aliases (*); write each value out."
        case .anchors: "anchors (&) and aliases (*) are not read; write the value out."
        case .duplicateKeys(let keys): "the key \(keys.joined(separator: ", ")) occurs twice; delete one."
        case .malformed(let problem): "this is not YAML\(problem.map { ": \($0)" } ?? "")."
        }
    }
}

extension String {
    /// The text in a form that is safe to show, whatever its source.
    ///
    /// Characters that are not visible (see `Unicode.Scalar.isVisible`) are written as `\u{1B}`. If there are more
    /// characters than `limit`, the rest is replaced by `…`.
    public func visible(limit: Int = 256) -> String {
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            guard count < limit else { return String(shown) + "…" }
            count += 1
            if scalar.isVisible {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: scalar.codePoint.unicodeScalars)
            }
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    /// Whether the character can be shown as it is. All output of foreign text in the program uses this test.
    ///
    /// False for characters that a terminal, a log or a browser could interpret, and for those that are shown as
    /// nothing. These are control and format characters, which include the direction marks (Unicode Standard Annex #9),
    /// line and paragraph separators, and code points without a meaning that is known here.
    public var isVisible: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        case _: return true
        }
    }

    /// The code point in digits, `\u{1B}`, to show in place of the character.
    public var codePoint: String {
        "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
}

/// Text for the log of a job at a service that runs tests. Such a service carries out commands that it reads in the
/// log.
extension String {
    /// The text in which no line is a command. A backslash makes each command plain text:
    ///
    /// - before `::` at the beginning of a line that has a second `::`, as in `::error::text` (GitHub Actions,
    ///   "Workflow commands"; white space may precede). The address `::1` is not a command.
    /// - behind the first `#` of `##vso[` (Azure Pipelines, "Logging commands"), `##[` (both) and `##teamcity[`
    ///   (TeamCity, "Service messages"), wherever they are in a line.
    public var withoutLogCommands: String {
        // Nearly all texts have no command.
        guard doubles(UInt8(ascii: ":")) || doubles(UInt8(ascii: "#")) else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map(Self.neutralized).joined(separator: "\n")
    }

    /// A line of JSON in which no string has a command. The strings keep their values, because an escape replaces `#`.
    public var withoutLogCommandsInJSON: String {
        doubles(UInt8(ascii: "#")) ? replacing("##", with: "#\\u0023") : self
    }

    /// Whether the byte stands twice in a row. A search for a string would take many times as long.
    private func doubles(_ byte: UInt8) -> Bool {
        var isBehindByte = false
        for next in utf8 {
            if next == byte, isBehindByte { return true }
            isBehindByte = next == byte
        }
        return false
    }

    private static func neutralized(_ line: Substring) -> String {
        let blanks = line.prefix(while: \.isWhitespace)
        var rest = line.dropFirst(blanks.count)
        let isWorkflowCommand = rest.hasPrefix("::") && rest.dropFirst(2).contains("::")
        var text = blanks + (isWorkflowCommand ? "\\" : "")
        while let character = rest.popFirst() {
            text.append(character)
            if character == "#", isCommand(rest) { text.append("\\") }
        }
        return String(text)
    }

    /// Whether the text follows the first `#` of a command.
    private static func isCommand(_ rest: Substring) -> Bool {
        let beginning = rest.prefix(10).lowercased()
        return ["#[", "#vso[", "#teamcity["].contains { beginning.hasPrefix($0) }
    }
}

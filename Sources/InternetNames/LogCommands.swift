extension String {
    /// The text in which no line is a command to a service that runs it: those read their commands from the logs of
    /// jobs.
    ///
    /// A backslash stands before `::` at the beginning of a line with another `::`, which ends the name of a command
    /// (GitHub Actions, "Workflow commands", which pass over white space). The address `::1` begins none. Another one
    /// stands in `##vso[` (Azure Pipelines, "Logging commands"), `##[` (both) and
    /// `##teamcity[` (TeamCity, "Service messages") wherever they are.
    public var withoutLogCommands: String {
        // Nearly no text has any of them.
        guard doubles(UInt8(ascii: ":")) || doubles(UInt8(ascii: "#")) else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map(Self.neutralized).joined(separator: "\n")
    }

    /// A line of JSON in which no string has a command. The line means the same.
    public var withoutLogCommandsInJSON: String {
        doubles(UInt8(ascii: "#")) ? replacing("##", with: "#\\u0023") : self
    }

    /// Whether the byte stands twice in a row. Searching for a string takes many times as long.
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

    /// Whether a command goes on with the text behind its first `#`.
    private static func isCommand(_ rest: Substring) -> Bool {
        let beginning = rest.prefix(10).lowercased()
        return ["#[", "#vso[", "#teamcity["].contains { beginning.hasPrefix($0) }
    }
}

import JSONWriting
import TransportSecurity

/// Expectations and values in the YAML of a file of expectations.
enum YAMLText {
    /// The lines of an expectation.
    static func lines(of written: WrittenExpectation, reason: String) -> [String] {
        var lines = ["url: \(list(written.urls))", "os: \(list(written.systems.map(\.description)))"]
        if written.apis != [.urlSession] { lines.append("api: \(list(written.apis.map(\.rawValue)))") }
        lines.append("expect:")
        for member in AnswerMember.allCases {
            guard let value = written.expected[member] else { continue }
            lines.append("  \(member.rawValue): \(text(of: value))")
        }
        lines.append("reason: \(scalar(reason))")
        return ["  - \(lines[0])"] + lines.dropFirst().map { "    \($0)" }
    }

    /// The lines of a list of texts, which may be empty.
    static func lines(of texts: [String], key: String) -> [String] {
        texts.isEmpty ? ["\(key): []"] : ["\(key):"] + texts.map { "  - \(scalar($0))" }
    }

    /// The text as a scalar: as it is if no reader can take it for anything else, else in double quotes. A string in
    /// JSON is one in YAML.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    /// Whether a reader of YAML takes a text without quotes for that text.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        guard text.utf8.allSatisfy(plainBytes.contains), !words.contains(text.lowercased()) else { return false }
        // A colon before a space or at the end would make the text a key.
        return !text.contains(": ") && !text.hasSuffix(":") && !text.hasSuffix(" ")
    }

    /// The text as a string in JSON, where an escape of YAML stands for each character that a reader of YAML may refuse
    /// or take for the end of a line.
    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self).unicodeScalars.map { scalar in
            let isSafe = (0x20..<0x7F).contains(scalar.value) || scalar.properties.isAlphabetic
            let digits = String(scalar.value, radix: 16)
            return isSafe ? String(scalar) : "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// One text, or several in brackets. Texts in brackets have quotes if they have a colon, a comma or a bracket.
    private static func list(_ texts: [String]) -> String {
        guard texts.count > 1 else { return texts.map(scalar).joined() }
        let scalars = texts.map { text in
            text.contains { ":,[]".contains($0) } ? quoted(text) : scalar(text)
        }
        return "[\(scalars.joined(separator: ", "))]"
    }

    /// A value of a member: a text as a scalar, and any other value in JSON.
    private static func text(of value: AnswerValue) -> String {
        switch value {
        case .text(let text): return scalar(text)
        case .null, .boolean, .list, .members: return value.description
        }
    }

    /// The characters that need no quotes.
    private static let plainBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/._-,[]' ".utf8)
    /// Words that YAML 1.1 takes for null or a Boolean.
    private static let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
}

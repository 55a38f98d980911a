/// The configuration file with every key that `serve --print-config` prints: the keys that have a default are set to
/// it, and the others are comments.
package enum ExampleConfiguration {
    /// The content of the file, without the line break at its end.
    package static var text: String {
        let parts = [
            comment(
                """
                A configuration of `atsproxy serve`, with every key. As it is, it has the defaults. It is printed by \
                `atsproxy serve --print-config`; start it with
                """),
            "#\n#     atsproxy serve --config atsproxy.yaml\n#",
            comment(
                """
                Keys are the names of options (`atsproxy serve --help`) without the leading dashes. An option on the \
                command line overrides its key here. Options that may be repeated on the command line may be lists \
                here. Paths are relative to this file. After a change, `kill -HUP` makes the program read this file \
                and all files named here again. No connection is dropped. If a file cannot be read, all settings stay \
                as they were. \(keysOfStart) change only with the next start.
                """),
            heading("For every listener; an entry of `listeners` may override these"),
            SettingTable.ofListeners.map { entry($0.declaration) }.joined(separator: "\n"),
            """

            # Several listeners, one for each app, or each policy, to be tested:
            # listeners:
            #   - listen: 127.0.0.1:8080
            #     mode: observe
            #   - listen: ["127.0.0.1:8081", "[::1]:8081"]
            #     os: ios17
            """,
            heading("For the whole process"),
            SettingTable.ofProcess.map { entry($0.declaration) }.joined(separator: "\n"),
            "\n"
                + comment(
                    """
                    Bounds on the resources of one client or origin: sizes in bytes, times in seconds. On the command \
                    line: `--limit NAME=VALUE`.
                    """),
            "limits:",
            LimitSetting.all.map { limit in
                (limit.help.isEmpty ? "" : comment(limit.help, indent: "  ") + "\n")
                    + "  \(limit.name): \(limit.defaultText)"
            }.joined(separator: "\n"),
        ]
        return parts.joined(separator: "\n")
    }

    /// The keys that change only with the next start, as a list in a sentence.
    package static var keysOfStart: String {
        let names = SettingTable.ofStart.map { "`\($0.declaration.name)`" }
        return "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    }

    /// The comment and the line of one key.
    private static func entry(_ setting: SettingDeclaration) -> String {
        let isSet = setting.defaultText != nil
        let unit = setting.valueName == "seconds" ? "In seconds." : nil
        let otherwise = isSet ? nil : setting.defaultDescription.map { "Default: \($0)." }
        let sentences = [setting.help, unit, otherwise, setting.note]
        let line = "\(setting.name): \(setting.defaultText ?? setting.example)"
        return comment(asKeys(sentences.compactMap(\.self).joined(separator: " "))) + (isSet ? "\n" : "\n# ") + line
    }

    /// The text with the names of options as keys.
    private static func asKeys(_ help: String) -> String {
        help.replacing(#/--([a-z-]*[a-z])/#) { option in
            SettingTable.declaration(of: String(option.1)) == nil ? String(option.0) : "`\(option.1)`"
        }
    }

    /// A comment that begins a section.
    private static func heading(_ text: String) -> String {
        "\n# --- \(text) \(String(repeating: "-", count: max(0, width - 7 - text.count)))\n"
    }

    /// The text as lines of a comment.
    private static func comment(_ text: String, indent: String = "") -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append("\(indent)# \(word)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The largest number of characters in a line.
    private static let width = 120
}

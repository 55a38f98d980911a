/// The declaration of a setting: everything about it except the type of its value.
package struct SettingDeclaration: Sendable {
    /// The option without its dashes, and the key of the configuration file.
    package let name: String
    /// The extent of the setting.
    package let scope: Scope
    /// The group of options to which the setting belongs.
    package let group: Group
    /// The type of the value in the configuration file.
    package let kind: Kind
    /// Whether the option may be repeated, and the key may have a list.
    package let isRepeatable: Bool
    /// The words that are permitted; empty if there are other values as well.
    package let choices: [String]
    /// The default value as text; nil if there is none, or if text cannot express it.
    package let defaultText: String?
    /// The behaviour without a default value, as words after "Default:"; nil if the help does not say it.
    package let otherwise: String?
    /// The name of the value in the help; empty for a flag, which has no value on the command line.
    package let valueName: String
    /// The meaning, in one or two sentences for the help and the configuration file.
    package let help: String
    /// Further sentences for the configuration file only.
    package let note: String?
    /// The value in the example of a configuration, in YAML: the default, or for a setting without one any value.
    package let example: String

    /// The extent of a setting: one listener or the process, and whether a reload changes it.
    package enum Scope: Sendable {
        /// It may differ from listener to listener. A reload changes it.
        case listener
        /// It holds for the whole process. A reload changes it.
        case process
        /// It holds for the whole process, and changes only with the next start.
        case start
    }

    /// A group of options. A command has all options of a group or none.
    package enum Group: Sendable {
        case policy, store, trust, connection, issuers, listening, signing, judging, recording, content, console
        case metrics, system, update, source
    }

    /// The type of a value in the configuration file.
    package enum Kind: Sendable {
        /// Any text.
        case text
        /// A path; in a file, relative to that file.
        case path
        /// A path, or the word in place of one.
        case pathOrWord(String)
        case number
        case boolean
    }

    /// The help of the option.
    package var optionHelp: String {
        [help, isRepeatable ? "Repeatable." : nil, defaultDescription.map { "Default: \($0)." }].compactMap(\.self)
            .joined(separator: " ")
    }

    /// The default as words after "Default:"; nil if the help does not say it.
    package var defaultDescription: String? { valueName.isEmpty ? nil : defaultText ?? otherwise }

    /// Whether entries of `listeners` can have the key.
    package var isOfListener: Bool { scope == .listener }
}

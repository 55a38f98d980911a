/// A file that an option or a line of the configuration names.
package struct NamedFile: Hashable, Sendable {
    /// The text of the path, with the location at which it is written.
    package let text: SettingText

    /// The path.
    package var path: String { text.value }
}

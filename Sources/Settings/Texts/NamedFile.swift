/// A file that an option or a line of the configuration names.
package struct NamedFile: Hashable, Sendable {
    /// The path, with its place.
    package let text: SettingText

    /// The path.
    package var path: String { text.text }
}

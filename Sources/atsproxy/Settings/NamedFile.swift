/// A file that an option or a line of the configuration names.
struct NamedFile: Hashable, Sendable {
    /// The path, with its place.
    let text: SettingText

    /// The path.
    var path: String { text.text }
}

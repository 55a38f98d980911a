/// The reason why settings of the system cannot be read or changed.
struct SystemSettingsFault: Error, Hashable {
    /// One sentence.
    var sentence: String
}

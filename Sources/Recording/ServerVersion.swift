/// The version of the program, for `--version` and the field `Via`.
public enum ServerVersion {
    /// The number by the rules of semantic versioning (semver.org). `CHANGELOG.md` has the changes of each version.
    public static let number = "0.1.0"
}

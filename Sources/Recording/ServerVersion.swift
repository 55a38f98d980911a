/// The version of the program, as `--version` and `Via` say it.
public enum ServerVersion {
    /// After semantic versioning; `CHANGELOG.md` has the changes of each version.
    public static let number = "0.1.0"
}

/// The property list with the policy at a path, for reports that refer to lines of it.
public struct LocatedPolicy: Hashable, Sendable {
    /// The path of the property list, as findings of lint name it: relative if the given path is, and in an archive
    /// that of the archive followed by that of the entry.
    public let path: String
    /// The lines of the policy's keys.
    public let lines: PolicyLines

    /// Finds the policy that `AppPolicy(contentsOf:)` reads at a path. Throws the same errors for folders and archives.
    /// A file that cannot be read again, such as a pipe, has no lines.
    public init(at path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        let file = try layout.propertyList(of: layout.chosen)
        self.path = file.path
        lines = PolicyLines(try? file.locatedPolicy())
    }
}

/// The file with the policy at a path, for messages and tools that refer to lines of it or change it.
public struct PolicyLocation: Hashable, Sendable {
    /// The path of the property list, or of the archive that holds it; relative if the given path is.
    public let path: String
    /// Whether the property list is inside an archive.
    public let isInArchive: Bool

    /// Creates the location of the policy that `AppPolicy(contentsOf:)` reads at a path. Throws the same errors for
    /// folders and archives.
    public init(ofPolicyAt path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        isInArchive = layout.propertyListPath == nil
        self.path = layout.propertyListPath ?? layout.containerPath
    }
}

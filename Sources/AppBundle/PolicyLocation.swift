/// Where the policy at a path stands, for those who point at its lines or change them.
public struct PolicyLocation: Hashable, Sendable {
    /// The path, relative as it was given: of the property list, or of the archive that holds it.
    public let path: String
    /// Whether the property list lies in an archive, and is no file of its own.
    public let isInArchive: Bool

    /// The place of what `AppPolicy(contentsOf:)` reads at that path; throws what that throws where a folder or
    /// an archive holds no such thing.
    public init(ofPolicyAt path: String) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path)
        isInArchive = layout.propertyListPath == nil
        self.path = layout.propertyListPath ?? layout.containerPath
    }
}

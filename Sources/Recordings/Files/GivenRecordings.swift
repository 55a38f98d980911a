/// The recordings in the files that were named, each with its versions.
struct GivenRecordings {
    /// The identifiers of the recordings, in the order of the files and their lists. The order of messages depends on
    /// it.
    private(set) var ids: [String] = []
    /// The versions of each recording, by its identifier.
    private var versions: [String: GivenVersions] = [:]

    /// Adds a version of a recording.
    ///
    /// - Parameters:
    ///   - id: The identifier of the recording.
    ///   - path: The path of the file.
    ///   - pathIndex: The index of the path.
    ///   - condensed: The version, if the file is a condensed recording that has it.
    mutating func append(_ id: String, in path: String, at pathIndex: Int, condensed: RecordingVersion? = nil) {
        if versions[id] == nil { ids.append(id) }
        versions[id, default: GivenVersions()].append(path, at: pathIndex, condensed: condensed)
    }

    /// The versions of a recording.
    subscript(id: String) -> GivenVersions { versions[id, default: GivenVersions()] }
}

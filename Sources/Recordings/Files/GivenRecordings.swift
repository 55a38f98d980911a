/// The recordings in the files that were given, each with its versions.
struct GivenRecordings {
    /// The recordings in the order in which the files and their lists name them. Messages thus do not change.
    private(set) var ids: [String] = []
    private var versions: [String: GivenVersions] = [:]

    /// Adds a version of a recording.
    ///
    /// - Parameters:
    ///   - id: The identifier of the recording.
    ///   - path: The path of the file.
    ///   - place: The index of the path.
    ///   - condensed: The version, if the file is a condensed recording that has it.
    mutating func append(_ id: String, in path: String, at place: Int, condensed: RecordingVersion? = nil) {
        if versions[id] == nil { ids.append(id) }
        versions[id, default: GivenVersions()].append(path, at: place, condensed: condensed)
    }

    /// The versions of a recording.
    subscript(id: String) -> GivenVersions { versions[id, default: GivenVersions()] }
}

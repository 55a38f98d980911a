/// The recordings in the files of a command line, each with the files that have a version of it. `RecordingSelection`
/// chooses among them.
struct RecordingCandidateTable {
    /// The identifiers of the recordings, in the order of the files. Those of a condensed recording are in the order in
    /// which it lists them. Messages have the same order.
    private(set) var ids: [String] = []
    /// The candidates for each recording, by its identifier.
    private var candidates: [String: RecordingCandidates] = [:]

    /// Adds a candidate for a recording.
    ///
    /// - Parameters:
    ///   - id: The identifier of the recording.
    ///   - path: The path of the file.
    ///   - pathIndex: The index of the path.
    ///   - condensed: The version, if the file is a condensed recording that has it.
    mutating func append(_ id: String, in path: String, at pathIndex: Int, condensed: RecordingVersion? = nil) {
        if candidates[id] == nil { ids.append(id) }
        candidates[id, default: RecordingCandidates()].append(path, at: pathIndex, condensed: condensed)
    }

    /// The candidates for a recording.
    subscript(id: String) -> RecordingCandidates { candidates[id, default: RecordingCandidates()] }
}

/// The candidates for reading one recording: the files of a command line that have a version of it, such as a copy and
/// the recording itself.
///
/// A recording is only appended to. The longer one of two files must therefore begin with the shorter one. Otherwise
/// one of them was changed, and leaving it out would lose loads.
struct RecordingCandidates {
    private var candidates: [Candidate] = []

    private struct Candidate {
        /// The index of the path on the command line.
        var pathIndex: Int
        var path: String
        /// The version of the recording in a condensed one; nil for a file of the recording itself.
        var condensed: RecordingVersion?
    }

    /// Adds a candidate.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - pathIndex: The index of the path.
    ///   - condensed: The version, if the file is a condensed recording that has it.
    mutating func append(_ path: String, at pathIndex: Int, condensed: RecordingVersion? = nil) {
        candidates.append(Candidate(pathIndex: pathIndex, path: path, condensed: condensed))
    }

    /// The number of candidates.
    var count: Int { candidates.count }

    /// The indices of the paths, in their order.
    var pathIndices: [Int] { candidates.map(\.pathIndex) }

    /// The name that the condensed recording at the index of a path gives to this recording; nil without one.
    func name(at pathIndex: Int) -> String? { candidates.first { $0.pathIndex == pathIndex }?.condensed?.name }

    /// The candidate that is read.
    struct Choice {
        /// The index of the path.
        var pathIndex: Int
        /// The indices of the paths of files whose compressed data are damaged or end too early. A single candidate is
        /// not read, and has no index here.
        var damaged: Set<Int> = []
    }

    /// The candidate with the greatest version; nil without a candidate. Throws an error if a file cannot be read, or
    /// if two files differ.
    func greatest() throws(RecordingFileError) -> Choice? {
        guard let first = candidates.first else { return nil }
        var choice = Choice(pathIndex: first.pathIndex)
        guard candidates.count > 1 else { return choice }
        var files: [RecordingExtent] = []
        var greatest: RecordingVersion?
        for candidate in candidates {
            let version: RecordingVersion
            if let condensed = candidate.condensed {
                version = condensed
            } else {
                let extent = try RecordingExtent(of: candidate.path)
                version = extent.version
                files.append(extent)
                if version.isDamaged { choice.damaged.insert(candidate.pathIndex) }
            }
            if let greatest, greatest >= version { continue }
            greatest = version
            choice.pathIndex = candidate.pathIndex
        }
        try Self.check(files)
        return choice
    }

    /// Throws an error unless the greatest of the files begins with each other one.
    private static func check(_ files: [RecordingExtent]) throws(RecordingFileError) {
        guard let greatest = files.max(by: { $0.version < $1.version }) else { return }
        for file in files where file.path != greatest.path {
            guard let line = try file.firstDifference(from: greatest.path) else { continue }
            let damaged = [file, greatest].filter(\.version.isDamaged).map(\.path).joined(separator: " and of ")
            let advice =
                damaged.isEmpty
                ? "give only the one that is as the proxy wrote it"
                : "the compressed data of \(damaged) are damaged or end too early, so take a whole copy"
            let difference = "it has the same recording as \(greatest.path), but differs from line \(line) on"
            throw RecordingFileError(name: file.path, reason: "\(difference); \(advice)")
        }
    }
}

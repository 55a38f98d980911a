import OpenSSL
import TransportSecurity

/// The choice of the recordings to read among the named files, in which no recording is counted twice.
///
/// The files may contain several versions of a recording, for example a copy, a condensed recording and the recording
/// itself. The greatest version is read (`RecordingVersion`). Two files with the same recording are refused unless the
/// longer one begins with the other one.
public struct RecordingSelection: Sendable {
    /// The recordings to read: condensed ones first, then the others by the time of their beginning.
    public private(set) var choices: [Choice] = []
    /// The files of which nothing is read, in the order in which they were named.
    public private(set) var leftOut: [LeftOut] = []

    /// One recording to read.
    public struct Choice: Hashable, Sendable {
        /// The path; `-` for standard input.
        public var path: String
        /// For a condensed recording, the identifiers of the recordings to take from it; nil for any other recording.
        public var recordings: Set<String>?
    }

    /// A file whose recordings are all read from other files.
    public struct LeftOut: Hashable, Sendable {
        /// The path.
        public var path: String
        /// The path of the file that is read instead, with a version at least as great.
        public var keptPath: String
        /// Whether the compressed data of the file are damaged or end too early. The length of its recording is then
        /// not known.
        public var isDamaged = false

        /// The sentence for a message.
        public var sentence: String {
            if path == keptPath { return "\(path) is given more than once, and is read once." }
            guard !isDamaged else {
                return
                    "\(path) is left out, because its compressed data are damaged or end too early, and \(keptPath) has at "
                    + "least as many lines of the same recording as can be read of it."
            }
            return
                "\(path) is left out, because \(keptPath) has the same recording in a version with at least as many lines."
        }
    }

    /// The sentences about the files that are left out: one about each of the first files, and one about all others.
    public static func sentences(about leftOut: [LeftOut]) -> [String] {
        var sentences = leftOut.prefix(Self.sentenceLimit).map(\.sentence)
        let others = leftOut.count - sentences.count
        if others > 0 {
            let files = others == 1 ? "other file is" : "other files are"
            sentences.append("\(others) \(files) left out for the same reason.")
        }
        return sentences
    }

    /// The largest number of files with a sentence of their own.
    private static let sentenceLimit = 10

    /// Reads the beginning of each recording, and chooses the recordings to read. Throws an error if a file cannot be
    /// read.
    ///
    /// - Parameter paths: Files, and `-` for standard input, of which nothing is read here.
    public init(_ paths: [String]) throws(RecordingFileError) {
        var recordings = GivenRecordings()
        var kinds: [RecordingHead.Kind?] = []
        // The path indices of condensed recordings whose list of recordings is empty or may be incomplete.
        var unlisted: Set<Int> = []
        for (pathIndex, path) in paths.enumerated() {
            let head = path == "-" ? nil : try Self.head(of: path)
            let kind = head?.kind
            kinds.append(kind)
            switch kind {
            case .recording(let id, _): recordings.append(id, in: path, at: pathIndex)
            case .condensed(let header, let sources):
                guard header.isKnown else {
                    throw RecordingFileError(name: path, reason: "it \(header.fault)")
                }
                if sources.isEmpty || head?.isListWhole != true { unlisted.insert(pathIndex) }
                for source in sources {
                    recordings.append(source.id, in: path, at: pathIndex, condensed: source.version)
                }
            case nil: continue
            }
        }
        let taken = try choose(from: recordings, kinds, paths, unlisted)
        choices = Self.ordered(paths, kinds, taken, unlisted)
    }

    /// Chooses the identifiers of the recordings to take from each path, and sets the files that are left out.
    private mutating func choose(
        from recordings: GivenRecordings, _ kinds: [RecordingHead.Kind?], _ paths: [String], _ unlisted: Set<Int>
    ) throws(RecordingFileError) -> [Set<String>] {
        var taken = [Set<String>](repeating: [], count: paths.count)
        var (kept, damaged): ([Int: Int], Set<Int>) = ([:], [])
        for id in recordings.ids {
            let versions = recordings[id]
            // Recordings without a line have no identifier, and nothing in them can be counted twice.
            if versions.count == 1 || id.isEmpty {
                for pathIndex in versions.pathIndices { taken[pathIndex].insert(id) }
                continue
            }
            if let addedUp = versions.pathIndices.first(where: { kinds[$0]?.isAddedUp == true }) {
                throw RecordingFileError(
                    name: paths[addedUp],
                    reason: RecordingSource.countsAgain("it", versions.name(at: addedUp) ?? id))
            }
            guard let greatest = try versions.greatest() else { continue }
            taken[greatest.pathIndex].insert(id)
            damaged.formUnion(greatest.damaged)
            for pathIndex in versions.pathIndices where pathIndex != greatest.pathIndex {
                // The message about a condensed recording, which has several recordings, names the first other file.
                kept[pathIndex] = kept[pathIndex] ?? greatest.pathIndex
            }
        }
        let unread = kept.filter { taken[$0.key].isEmpty && !unlisted.contains($0.key) }
        leftOut = unread.sorted { $0.key < $1.key }.map { pathIndex, greatest in
            LeftOut(path: paths[pathIndex], keptPath: paths[greatest], isDamaged: damaged.contains(pathIndex))
        }
        return taken
    }

    private static func ordered(
        _ paths: [String], _ kinds: [RecordingHead.Kind?], _ taken: [Set<String>], _ unlisted: Set<Int>
    ) -> [Choice] {
        var condensed: [Choice] = []
        var recordings: [(begun: Instant?, id: String, choice: Choice)] = []
        var others: [Choice] = []
        for (pathIndex, path) in paths.enumerated() {
            switch kinds[pathIndex] {
            case .condensed:
                guard !taken[pathIndex].isEmpty || unlisted.contains(pathIndex) else { continue }
                condensed.append(Choice(path: path, recordings: taken[pathIndex]))
            case .recording(let id, let begun) where taken[pathIndex].contains(id):
                recordings.append((begun, id, Choice(path: path, recordings: nil)))
            case .recording: continue
            case nil: others.append(Choice(path: path, recordings: nil))
            }
        }
        // Recordings without an event come last.
        let ordered = recordings.sorted { left, right in
            switch (left.begun, right.begun) {
            case (let one?, let other?) where one != other: one < other
            case (_?, nil): true
            case (nil, _?): false
            case (_?, _?), (nil, nil): left.id < right.id
            }
        }
        return condensed + ordered.map(\.choice) + others
    }

    private static func head(of path: String) throws(RecordingFileError) -> RecordingHead? {
        // A pipe gives its content only once, and must not be opened before it is read.
        guard !RecordingFile.isSpecial(path) else { return nil }
        let file = try RecordingFile(path)
        var head = RecordingHead { Digest.sha256($0) }
        while head.kind == nil, try file.read({ head.read($0) }) {}
        if head.kind == nil { head.end() }
        return head
    }
}

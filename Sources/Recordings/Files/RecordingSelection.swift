import OpenSSL
import TransportSecurity

/// The choice of the recordings to read among the named files, in which no recording is counted twice.
///
/// The files may contain several versions of a recording, for example a copy, a condensed recording and the recording
/// itself. The greatest version is read (`RecordingVersion`). Two files with the same recording are refused unless the
/// longer file begins with the shorter one.
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
                return "\(path) is left out, because its compressed data are damaged or end too early, and \(keptPath) "
                    + "has at least as many lines of the same recording as can be read of it."
            }
            return "\(path) is left out, because \(keptPath) has the same recording in a version with at least as many "
                + "lines."
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
        var inputs: [Input] = []
        var recordings = RecordingCandidateTable()
        for (pathIndex, path) in paths.enumerated() {
            let head = path == "-" ? nil : try Self.readHead(of: path)
            var input = Input(path: path, kind: head?.kind)
            switch head?.kind {
            case .recording(let id, _): recordings.append(id, in: path, at: pathIndex)
            case .condensed(let header, let sources):
                guard header.isKnown else {
                    throw RecordingFileError(name: path, reason: "it \(header.fault)")
                }
                input.mayHoldOthers = sources.isEmpty || head?.isListWhole != true
                for source in sources {
                    recordings.append(source.id, in: path, at: pathIndex, condensed: source.version)
                }
            case nil: break
            }
            inputs.append(input)
        }
        try choose(from: recordings, in: &inputs)
        choices = Self.ordered(inputs)
    }

    /// A named file.
    private struct Input {
        let path: String
        /// The kind of the recording; nil for standard input and pipes, of which nothing is read before the choice.
        let kind: RecordingHead.Kind?
        /// Whether the file may hold recordings that are not known before it is read, because its list of recordings is
        /// empty or may be incomplete.
        var mayHoldOthers = false
        /// The identifiers of the recordings to take from the file.
        var taken: Set<String> = []
    }

    /// Chooses the recordings to take from each file, and sets `leftOut`.
    private mutating func choose(
        from recordings: RecordingCandidateTable, in inputs: inout [Input]
    ) throws(RecordingFileError) {
        // Maps the index of a file to the index of a file with a greater version of one of its recordings.
        var greaterFiles: [Int: Int] = [:]
        var damaged: Set<Int> = []
        for id in recordings.ids {
            let candidates = recordings[id]
            // Recordings without a line have no identifier, and nothing in them can be counted twice.
            if candidates.count == 1 || id.isEmpty {
                for pathIndex in candidates.pathIndices { inputs[pathIndex].taken.insert(id) }
                continue
            }
            if let addedUp = candidates.pathIndices.first(where: { inputs[$0].kind?.isAddedUp == true }) {
                throw RecordingFileError(
                    name: inputs[addedUp].path,
                    reason: RecordingSource.doubleCountFault(in: "it", of: candidates.name(at: addedUp) ?? id))
            }
            guard let greatest = try candidates.greatest() else { continue }
            inputs[greatest.pathIndex].taken.insert(id)
            damaged.formUnion(greatest.damaged)
            for pathIndex in candidates.pathIndices where pathIndex != greatest.pathIndex {
                // The message about a condensed recording, which has several recordings, names the first other file.
                greaterFiles[pathIndex] = greaterFiles[pathIndex] ?? greatest.pathIndex
            }
        }
        for (pathIndex, input) in inputs.enumerated() where input.taken.isEmpty && !input.mayHoldOthers {
            guard let greater = greaterFiles[pathIndex] else { continue }
            leftOut.append(
                LeftOut(path: input.path, keptPath: inputs[greater].path, isDamaged: damaged.contains(pathIndex)))
        }
    }

    /// The choices in the order in which they are read: condensed recordings, then recordings by the time of their
    /// first event, and then standard input and pipes.
    private static func ordered(_ inputs: [Input]) -> [Choice] {
        var condensed: [Choice] = []
        var recordings: [(begun: Instant, id: String, choice: Choice)] = []
        var streams: [Choice] = []
        for input in inputs {
            switch input.kind {
            case .condensed:
                guard !input.taken.isEmpty || input.mayHoldOthers else { continue }
                condensed.append(Choice(path: input.path, recordings: input.taken))
            case .recording(let id, let begun) where input.taken.contains(id):
                // Recordings without an event come last.
                let choice = Choice(path: input.path, recordings: nil)
                recordings.append((begun ?? Instant(milliseconds: .max), id, choice))
            case .recording: continue
            case nil: streams.append(Choice(path: input.path, recordings: nil))
            }
        }
        recordings.sort { ($0.begun, $0.id) < ($1.begun, $1.id) }
        return condensed + recordings.map(\.choice) + streams
    }

    /// Reads the beginning of a file; nil for a pipe.
    private static func readHead(of path: String) throws(RecordingFileError) -> RecordingHead? {
        // A pipe gives its content only once, and must not be opened before it is read.
        guard !RecordingFile.isSpecial(path) else { return nil }
        let file = try RecordingFile(path)
        var head = RecordingHead { Digest.sha256($0) }
        while head.kind == nil, try file.read({ head.read($0) }) {}
        if head.kind == nil { head.end() }
        return head
    }
}

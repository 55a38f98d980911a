import Audit
import OpenSSL

/// Which recordings to read of those that are named, so that none is counted twice.
///
/// The same recording may be there in several versions: as it was when it was copied, in a condensed recording, and as it
/// is now. The longest version counts.
public struct RecordingSelection: Sendable {
    /// The recordings to read: condensed ones first, then the others in the order in which they were begun.
    public private(set) var choices: [Choice] = []

    /// One recording to read.
    public struct Choice: Hashable, Sendable {
        /// The path; `-` for standard input.
        public var path: String
        /// For a condensed recording, the identifiers of the recordings to take from it; nil for any other recording.
        public var recordings: Set<String>?
    }

    private struct Version {
        var place: Int
        var lines: Int
        var name: String
    }

    /// Looks at the beginning of each recording. Throws an error if one cannot be read.
    ///
    /// - Parameter paths: Files, and `-` for standard input, which is not looked at.
    public init(_ paths: [String]) throws(RecordingFileError) {
        var versions: [String: [Version]] = [:]
        var kinds: [RecordingHead.Kind?] = []
        for (place, path) in paths.enumerated() {
            let kind = path == "-" ? nil : try Self.kind(of: path)
            kinds.append(kind)
            switch kind {
            case .recording(let id): versions[id, default: []].append(Version(place: place, lines: 0, name: path))
            case .condensed(let header, let sources):
                guard header.isKnown else {
                    throw RecordingFileError(name: path, reason: "it \(header.fault)")
                }
                for source in sources {
                    versions[source.id, default: []].append(
                        Version(place: place, lines: source.lines, name: source.name))
                }
            case nil: continue
            }
        }
        let taken = try Self.longest(of: versions, kinds, paths)
        choices = Self.ordered(paths, kinds, taken)
    }

    /// The identifiers of the recordings to take from each path.
    private static func longest(
        of versions: [String: [Version]], _ kinds: [RecordingHead.Kind?], _ paths: [String]
    ) throws(RecordingFileError) -> [Set<String>] {
        var taken = [Set<String>](repeating: [], count: paths.count)
        for (id, versions) in versions {
            // Recordings without a line have no identifier, and nothing in them can be counted twice.
            if versions.count == 1 || id.isEmpty {
                for version in versions { taken[version.place].insert(id) }
                continue
            }
            if let addedUp = versions.first(where: { kinds[$0.place]?.isAddedUp == true }) {
                throw RecordingFileError(
                    name: paths[addedUp.place], reason: RecordingSource.countsAgain("it", addedUp.name))
            }
            var longest: Version?
            for var version in versions {
                if case .recording = kinds[version.place] { version.lines = try lines(of: paths[version.place]) }
                if let best = longest, (best.lines, version.name) >= (version.lines, best.name) { continue }
                longest = version
            }
            if let longest { taken[longest.place].insert(id) }
        }
        return taken
    }

    private static func ordered(
        _ paths: [String], _ kinds: [RecordingHead.Kind?], _ taken: [Set<String>]
    ) -> [Choice] {
        var condensed: [Choice] = []
        var recordings: [(id: String, choice: Choice)] = []
        var others: [Choice] = []
        for (place, path) in paths.enumerated() {
            switch kinds[place] {
            case .condensed: condensed.append(Choice(path: path, recordings: taken[place]))
            case .recording(let id) where taken[place].contains(id):
                recordings.append((id, Choice(path: path, recordings: nil)))
            case .recording: continue
            case nil: others.append(Choice(path: path, recordings: nil))
            }
        }
        // Equal identifiers are those of recordings without a line.
        return condensed + recordings.sorted { $0.id < $1.id }.map(\.choice) + others
    }

    private static func kind(of path: String) throws(RecordingFileError) -> RecordingHead.Kind? {
        let file = try RecordingFile(path)
        // A pipe gives its content only once.
        guard file.isRegular else { return nil }
        var head = RecordingHead { Digest.sha256($0) }
        while head.kind == nil, try file.read({ head.read($0) }) {}
        if head.kind == nil { head.end() }
        return head.kind
    }

    private static func lines(of path: String) throws(RecordingFileError) -> Int {
        let file = try RecordingFile(path)
        var lines = 0
        var endsInLine = false
        var isMore = true
        while isMore {
            isMore = try file.read { piece in
                lines += piece.count { $0 == UInt8(ascii: "\n") }
                endsInLine = piece.last.map { $0 != UInt8(ascii: "\n") } ?? endsInLine
            }
        }
        return lines + (endsInLine ? 1 : 0)
    }
}

import Audit
import OpenSSL
import TransportSecurity

/// Which recordings to read of those that are named, so that none is counted twice.
///
/// The same recording may be there in several versions: as it was when it was copied, in a condensed recording, and as it
/// is now. The greatest version counts (`RecordingVersion`).
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
        /// The index of its path.
        var place: Int
        /// How much of the recording it has; nil for a file that was not read to its end yet.
        var version: RecordingVersion?
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
            case .recording(let id, _): versions[id, default: []].append(Version(place: place, version: nil))
            case .condensed(let header, let sources):
                guard header.isKnown else {
                    throw RecordingFileError(name: path, reason: "it \(header.fault)")
                }
                for source in sources {
                    versions[source.id, default: []].append(Version(place: place, version: source.version))
                }
            case nil: continue
            }
        }
        let taken = try Self.greatest(of: versions, kinds, paths)
        choices = Self.ordered(paths, kinds, taken)
    }

    /// The identifiers of the recordings to take from each path.
    private static func greatest(
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
                    name: paths[addedUp.place],
                    reason: RecordingSource.countsAgain("it", addedUp.version?.name ?? id))
            }
            var greatest: (version: RecordingVersion, place: Int)?
            for candidate in versions {
                let version: RecordingVersion
                if let known = candidate.version {
                    version = known
                } else {
                    version = try Self.version(of: paths[candidate.place])
                }
                if let known = greatest, known.version >= version { continue }
                greatest = (version, candidate.place)
            }
            if let greatest { taken[greatest.place].insert(id) }
        }
        return taken
    }

    private static func ordered(
        _ paths: [String], _ kinds: [RecordingHead.Kind?], _ taken: [Set<String>]
    ) -> [Choice] {
        var condensed: [Choice] = []
        var recordings: [(begun: Instant?, id: String, choice: Choice)] = []
        var others: [Choice] = []
        for (place, path) in paths.enumerated() {
            switch kinds[place] {
            case .condensed: condensed.append(Choice(path: path, recordings: taken[place]))
            case .recording(let id, let begun) where taken[place].contains(id):
                recordings.append((begun, id, Choice(path: path, recordings: nil)))
            case .recording: continue
            case nil: others.append(Choice(path: path, recordings: nil))
            }
        }
        // Recordings without an event come last. Equal identifiers are those of recordings without a line.
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

    private static func kind(of path: String) throws(RecordingFileError) -> RecordingHead.Kind? {
        // A pipe gives its content only once, and must not be opened before it is read.
        guard !RecordingFile.isSpecial(path) else { return nil }
        let file = try RecordingFile(path)
        var head = RecordingHead { Digest.sha256($0) }
        while head.kind == nil, try file.read({ head.read($0) }) {}
        if head.kind == nil { head.end() }
        return head.kind
    }

    /// How much of its recording a file has.
    private static func version(of path: String) throws(RecordingFileError) -> RecordingVersion {
        let file = try RecordingFile(path)
        var version = RecordingVersion(lines: 0, bytes: 0, name: path)
        var endsInLine = false
        var isMore = true
        while isMore {
            isMore = try file.read { piece in
                version.lines += piece.count { $0 == UInt8(ascii: "\n") }
                version.bytes += Int64(piece.count)
                endsInLine = piece.last.map { $0 != UInt8(ascii: "\n") } ?? endsInLine
            }
        }
        version.lines += endsInLine ? 1 : 0
        return version
    }
}

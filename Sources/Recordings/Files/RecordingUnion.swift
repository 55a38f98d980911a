import Networking
import OpenSSL

/// Unites recordings, condensed or not, in one condensed recording.
///
/// Recordings of a proxy are condensed first. If their counts need more memory than `sizeLimit`, they go to temporary
/// files as parts. The parts and the condensed recordings are then merged (`CondensedMerge`).
public struct RecordingUnion {
    /// The condenser of recordings that are not condensed.
    private var condenser = RecordingCondenser(RecordedEventDecoder.make())
    /// The parts with the counts of the recordings that this union has condensed.
    private var parts: [any CondensedLineSource] = []
    /// The condensed recordings that were added. The first one may be the union of several.
    private var condensed: [any CondensedLineSource] = []
    /// The files that are left out, because other files have greater versions of their recordings.
    public private(set) var leftOut: [RecordingSelection.LeftOut] = []
    /// The memory in bytes above which the counts go to a temporary file.
    private let sizeLimit: Int
    /// The number of bytes after which the memory is checked.
    private let checkedSize: Int
    /// The largest number of parts, and of condensed recordings, that are open at once. Each takes a descriptor and
    /// memory for a piece of its content.
    private static let openLimit = 32
    /// The largest number of bytes before the first line that is not blank.
    private static let blankLimit = 1 << 20

    /// Creates an empty union.
    ///
    /// - Parameter sizeLimit: The memory in bytes that may be used before the counts go to a temporary file.
    public init(sizeLimit: Int = 64 << 20) {
        self.init(sizeLimit: sizeLimit, checkedSize: 1 << 20)
    }

    /// Creates an empty union that checks the memory more often, for tests. The result does not depend on that.
    init(sizeLimit: Int, checkedSize: Int) {
        (self.sizeLimit, self.checkedSize) = (sizeLimit, checkedSize)
    }

    /// Adds recordings: files, and `-` for standard input. Of several versions of a recording, the greatest is read.
    public mutating func add(_ paths: [String]) throws {
        let selection = try RecordingSelection(paths)
        leftOut += selection.leftOut
        for choice in selection.choices {
            let file = try RecordingFile(choice.path)
            if choice.recordings != nil {
                try add(CondensedFile(file))
            } else {
                try condense(file)
            }
        }
    }

    /// Writes the lines of the union, each with its line feed.
    public mutating func write(_ write: ([UInt8]) throws -> Void) throws {
        try takePart(isLast: true)
        var merge = try CondensedMerge([parts] + condensed.map { [$0] })
        while var line = try merge.next() {
            line.append(UInt8(ascii: "\n"))
            try write(line)
        }
    }

    /// The recordings that were condensed by this union, with the numbers of lines that could not be read.
    public var recordings: [RecordingSource] { condenser.recordings }
    /// Whether nothing was read: all of these files are empty, and no recording was condensed before.
    public var isEmpty: Bool { condensed.isEmpty && recordings.allSatisfy { $0.events == 0 } }
    /// The first of these files that is not a recording; nil if all of them are recordings.
    public var unreadable: RecordingSource? {
        RecordingSource.firstUnreadable(in: recordings, isBesideOthers: !condensed.isEmpty)
    }

    /// Adds a file of which nothing was read. Its first line decides whether it is condensed, because the selection
    /// does not read standard input.
    private mutating func condense(_ file: RecordingFile) throws {
        var beginning: [UInt8] = []
        var kind = CondensedHeader.Beginning.unfinished
        var isMore = true
        while isMore, kind == .unfinished, beginning.count < Self.blankLimit {
            isMore = try file.read { beginning += $0 }
            kind = beginning.withUnsafeBufferPointer { CondensedHeader.beginning($0, isWhole: !isMore) }
        }
        switch kind {
        case .condensed: try add(CondensedFile(file, after: beginning))
        case .recording, .unfinished: try condense(file, after: beginning)
        }
    }

    /// Counts the loads of a recording, of which the beginning was read.
    private mutating func condense(_ file: RecordingFile, after beginning: [UInt8]) throws {
        condenser.begin(file.name)
        var bytes = beginning.count
        beginning.withUnsafeBufferPointer { condenser.read($0) }
        while try file.read({
            condenser.read($0)
            bytes += $0.count
        }) {
            guard bytes >= checkedSize else { continue }
            bytes = 0
            if condenser.estimatedSize > sizeLimit { try takePart(isLast: false) }
        }
        condenser.end(isDamaged: file.isDamaged)
        if let refusal = condenser.refusal { throw RefusedRecording(sentence: refusal) }
        guard !condenser.isReadingCondensed else {
            throw RecordingFileError(
                name: file.name, reason: "more than 1 MiB of blank lines are before its first line")
        }
        if condenser.estimatedSize > sizeLimit { try takePart(isLast: false) }
    }

    /// Adds a condensed recording. If too many are open, they are merged into a temporary file.
    private mutating func add(_ recording: CondensedFile) throws {
        condensed.append(recording)
        guard condensed.count == Self.openLimit else { return }
        var merge = try CondensedMerge(condensed.map { [$0] })
        condensed = [try SpilledLines { try merge.next() }]
    }

    /// Takes the counts so far as a part. The last part stays in memory, the others go to temporary files.
    private mutating func takePart(isLast: Bool) throws {
        let lines = try condenser.takeLines()
        if isLast {
            parts.append(CondensedLines(lines, name: "the recordings"))
        } else {
            var remaining = lines[...]
            parts.append(try SpilledLines { remaining.popFirst() })
        }
        if parts.count == Self.openLimit {
            var merge = try CondensedMerge(parts: parts)
            parts = [try SpilledLines { try merge.next() }]
        }
        // The freed memory is fragmented. Without a release, the next counts would need new memory.
        FreeMemory.release()
    }
}

/// The error for a recording that cannot be condensed together with the others.
private struct RefusedRecording: Error, CustomStringConvertible {
    let sentence: String
    var description: String { sentence }
}

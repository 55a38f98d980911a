import Audit
import OpenSSL

/// The union of recordings as one condensed recording.
public struct Condensation {
    private var condenser = RecordingCondenser(digest: { Digest.sha256($0) }, decode: RecordedEventDecoder.make())
    /// The lines of recordings that were condensed here, in parts.
    private var parts: [any CondensedLineSource] = []
    /// Condensed recordings that were given.
    private var condensed: [CondensedFile] = []
    private let sizeLimit: Int

    /// Creates an empty union.
    ///
    /// - Parameter sizeLimit: The memory in bytes that may be used before what was counted goes to a temporary file.
    public init(sizeLimit: Int = 48 << 20) {
        self.sizeLimit = sizeLimit
    }

    /// Adds recordings: files, and `-` for standard input. Of several versions of one recording, the longest counts.
    public mutating func add(_ paths: [String]) throws {
        for choice in try RecordingSelection(paths).choices {
            let file = try RecordingFile(choice.path)
            if choice.recordings != nil {
                condensed.append(CondensedFile(file))
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

    /// The recordings that were condensed here, with the numbers of lines that could not be read.
    public var recordings: [RecordingSource] { condenser.recordings }

    private mutating func condense(_ file: RecordingFile) throws {
        condenser.begin(file.name)
        var pieces = 0
        while try file.read({ condenser.read($0) }) {
            pieces += 1
            if pieces.isMultiple(of: 16), condenser.estimatedSize > sizeLimit { try takePart(isLast: false) }
        }
        condenser.end(isDamaged: file.isDamaged)
        if condenser.estimatedSize > sizeLimit { try takePart(isLast: false) }
    }

    private mutating func takePart(isLast: Bool) throws {
        let lines = try condenser.takeLines()
        if isLast {
            parts.append(CondensedLines(lines, name: "the recordings"))
        } else {
            parts.append(try SpilledLines(lines))
        }
    }
}

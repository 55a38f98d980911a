import Events

/// Turns recordings into lines of a condensed recording (`CondensedLine` shows some), or into parts for a store.
///
/// The lines may be taken in several parts, which limits the memory. Each part is sorted, and `CondensedMerge` merges
/// the parts.
public struct RecordingCondenser {
    private var reader: RecordingReader
    /// The number of recordings whose lines were taken.
    private var takenRecordings = 0
    /// Whether a recording was begun and not ended.
    private var isReading = false

    /// Creates a condenser.
    public init(_ decoder: EventDecoder) {
        self.init(decoder, kindSizeLimit: nil)
    }

    /// Creates a condenser with another limit for the memory of kinds, for tests. The result does not depend on the
    /// limit.
    init(_ decoder: EventDecoder, kindSizeLimit: Int?) {
        reader = RecordingReader(condensingBy: decoder)
        if let kindSizeLimit { reader.builder.condensing?.kindSizeLimit = kindSizeLimit }
    }

    /// Begins a recording. The following bytes belong to it.
    public mutating func begin(_ name: String) {
        isReading = true
        reader.begin(name)
    }

    /// Reads a part of the recording, of any length.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) { reader.read(piece) }

    /// Ends the recording.
    ///
    /// - Parameter isDamaged: Whether compressed data were damaged or ended too early.
    public mutating func end(isDamaged: Bool) {
        isReading = false
        reader.end(isDamaged: isDamaged)
    }

    /// The approximate memory that the counts take, in bytes.
    public var estimatedSize: Int { reader.builder.estimatedSize }

    /// The recordings that were read to their end.
    public var recordings: [RecordingSource] { isReading ? Array(reader.sources.dropLast()) : reader.sources }

    /// The totals of the recording that is being read.
    public var source: RecordingSource { reader.currentSource ?? RecordingSource(name: "") }

    /// The reason why the recording cannot be used, in one sentence; nil if it can.
    public var refusal: String? { reader.refusal }

    /// Whether the recording that is being read is a condensed one.
    public var isReadingCondensed: Bool { reader.sources.last?.isCondensed ?? false }

    /// Reads a last line without a line feed. Nothing more of the recording must be read afterwards.
    public mutating func endLines() { reader.endLines(isDamaged: false) }

    /// Takes the counts since the last call, of the recording that is being read. `takeLines` must not be called as
    /// well, because each of the two removes the counts that it takes.
    ///
    /// - Parameter identified: The recording with its identifier, if a later part of the file shows it; nil if the
    ///   identifier is in the part that was read.
    public mutating func takePart(of identified: RecordingSource? = nil) throws -> CondensedPart {
        var source = source
        if source.id.isEmpty, let identified { (source.id, source.proxy) = (identified.id, identified.proxy) }
        return try reader.builder.takePart(of: source)
    }

    /// Takes the lines of everything that was counted so far, sorted.
    public mutating func takeLines() throws -> [[UInt8]] {
        let ended = recordings[takenRecordings...]
        takenRecordings = recordings.count
        var lines = try reader.builder.takeLines(reading: isReading ? reader.sources.last?.id : nil)
        // A recording without a line has no identifier, and nothing to count.
        for recording in ended where !recording.id.isEmpty { lines.append(try CondensedLine(recording.condensed)) }
        return lines.sorted().map(\.text)
    }
}

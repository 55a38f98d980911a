import Events
import InternetNames
import JSONWriting
import Recording
import TransportSecurity

/// Reads recordings of any size line by line, and counts their loads in a `RecordedTraffic`. The memory grows with the
/// numbers of distinct entries and of recordings, and not with the number of loads.
///
/// `RecordingReader` is the main type of the module `Recordings`, which reads recordings. The module `Recording` writes
/// them, and `RecordingInputs` finds the files that a command names and reads each with this type.
///
/// Log shippers may rewrite lines with another order of members, other white space and escapes, and additional members.
/// The reader treats such a line like the original. Condensed recordings are read like the recordings that they count.
public struct RecordingReader {
    /// The counts of all recordings.
    var builder: TrafficBuilder
    private var splitter = LineSplitter()
    /// The files that were read. The last one is being read.
    var sources: [RecordingSource] = []
    /// The recordings whose loads are counted in condensed recordings.
    var condensedSources: [RecordingSource] = []
    /// The indices of these recordings, by their identifiers.
    var condensedIndices: [String: Int] = [:]
    /// The names of all recordings that were read, from files of their own or condensed ones, by their identifiers.
    var names: [String: String] = [:]
    /// Whether a line of the recording that is not blank was read.
    private var hasBegun = false
    /// The blank lines at the end of the recording so far.
    private var trailingBlankLines = TrailingBlankLines()
    /// The state of the condensed recording that is being read; nil if none is.
    var condensed: CondensedReading?
    /// The identifiers of the recordings to take from a condensed one; nil for all.
    private(set) var taken: Set<String>?
    /// The digest of the first line of the recording that is being read; nil before that line, and in a reader that
    /// does not condense.
    private var firstLine: [UInt8]?
    /// Computes SHA-256; nil in a reader that does not condense.
    private let digest: (([UInt8]) -> [UInt8])?
    /// The reason why a recording cannot be used, in one sentence; nil if there is none. A condensed recording may have
    /// an unknown version, or a recording may be counted twice.
    public internal(set) var refusal: String?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - keepingFacts: Whether facts about servers are kept, for judging the traffic again.
    ///   - filter: The choice of loads to count.
    ///   - decoder: Decodes lines.
    public init(keepingFacts: Bool, filter: RecordingFilter = RecordingFilter(), _ decoder: EventDecoder) {
        builder = TrafficBuilder(keepingFacts: keepingFacts, filter: filter, decoder)
        digest = nil
    }

    /// Creates a reader that condenses recordings.
    init(condensingBy decoder: EventDecoder) {
        builder = TrafficBuilder(condensingBy: decoder)
        digest = decoder.digest
    }

    /// Begins a recording. The following bytes belong to it.
    ///
    /// - Parameters:
    ///   - name: The name for messages.
    ///   - identity: The file; nil if it is not a regular one.
    ///   - recordings: For a condensed recording, the identifiers of the recordings to take from it; nil for all that
    ///     were not read before.
    public mutating func begin(
        _ name: String, identity: FileIdentity? = nil, taking recordings: Set<String>? = nil
    ) {
        var source = RecordingSource(name: name)
        source.identity = identity
        sources.append(source)
        splitter = LineSplitter()
        condensed = nil
        firstLine = nil
        hasBegun = false
        trailingBlankLines = TrailingBlankLines()
        taken = recordings
        builder.beginRecording()
    }

    /// Marks the recording that is being read as made from captured traffic, with the parts that could not be read.
    public mutating func markAsCapture(lacking parts: [UnreadPart]) {
        guard let index = sources.indices.last else { return }
        sources[index].content = .capture(parts)
    }

    /// Notes a connection of QUIC in captured traffic that a gateway refused, if the filter chooses it.
    public mutating func noteRefusal(of authority: Authority, to client: IPAddress, at time: Instant) {
        builder.noteRefusal(of: authority, to: client, at: time)
    }

    /// Reads a part of the recording, of any length.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !sources.isEmpty else { return }
        sources[sources.count - 1].bytes += Int64(piece.count)
        // The splitter calls back into the reader, so it is moved out of the reader during the call.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.append(piece) {
            read($0)
            trailingBlankLines.append($0)
        }
        swap(&splitter, &self.splitter)
    }

    /// Ends the recording. A last line without a line feed counts only if it is complete.
    ///
    /// - Parameter isDamaged: Whether compressed data were damaged or ended too early.
    public mutating func end(isDamaged: Bool = false) {
        endLines(isDamaged: isDamaged)
        guard builder.condensing != nil, let index = sources.indices.last else { return }
        builder.endRecording(sources[index].id)
    }

    /// Reads the last line of the recording if it has no line feed, and completes the totals.
    mutating func endLines(isDamaged: Bool) {
        guard let index = sources.indices.last else { return }
        let brokenBefore = sources[index].brokenLines
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish {
            sources[index].end = .unfinished
            read($0)
            trailingBlankLines.finish($0)
        }
        // An incomplete last line is not broken, because its writer may not have finished it.
        if sources[index].end == .unfinished, sources[index].brokenLines > brokenBefore {
            sources[index].countLastAsIncomplete()
        }
        sources[index].leaveOut(trailingBlankLines)
        trailingBlankLines = TrailingBlankLines()
        sources[index].isDamaged = isDamaged
        if let condensed, condensed.header.isKnown { sources[index].content = condensed.content }
        identifySource(at: index)
    }

    /// Gives a recording without loads its identifier. Refuses a recording that was read before.
    private mutating func identifySource(at index: Int) {
        if sources[index].id.isEmpty, let firstLine { sources[index].id = "sha256:" + firstLine.hexadecimal }
        guard !sources[index].isCondensed, !sources[index].id.isEmpty else { return }
        if let earlierName = names[sources[index].id] {
            refusal = refusal ?? RecordingSource.repetitionFault(in: sources[index].name, readFrom: earlierName)
        } else {
            names[sources[index].id] = sources[index].name
        }
    }

    /// The totals of the recording that is being read, as if it ended here. A line without a line feed counts as a line
    /// but not as an event.
    var currentSource: RecordingSource? {
        guard var source = sources.last else { return nil }
        if splitter.isWithinLine {
            source.lines += 1
            source.end = .cutOff
        } else {
            source.leaveOut(trailingBlankLines)
        }
        return source
    }

    /// The name of the first condensed recording; nil if there is none.
    public var condensedName: String? { sources.first(where: \.isCondensed)?.name }

    /// The traffic that was read so far.
    public var traffic: RecordedTraffic {
        let files = sources.filter { !$0.isCondensed || $0.hasFaults }
        return builder.traffic(in: RecordingSource.sorted(condensedSources + files))
    }
}

extension RecordingReader {
    /// Reads and counts a line. A line that is not an event counts as broken.
    private mutating func read(_ next: LineSplitter.Line) {
        let index = sources.count - 1
        sources[index].lines += 1
        switch next {
        case .overlong:
            sources[index].countBroken(nil)
            hasBegun = true
        case .text(let text):
            let line = text.withoutByteOrderMark
            guard !line.isBlank else { return }
            defer { hasBegun = true }
            do {
                try readLine(line, of: index)
                sources[index].events += 1
            } catch {
                sources[index].countBroken(text)
            }
        }
    }

    /// Reads a line that is not blank.
    ///
    /// - Parameter index: The index of the source.
    private mutating func readLine(_ text: UnsafeBufferPointer<UInt8>, of index: Int) throws {
        if condensed != nil { return try readCondensed(text) }
        if !hasBegun, let header = CondensedHeader.inFirstLine(text) {
            condensed = CondensedReading(header)
            sources[index].content = .condensed(isIncomplete: false, followingLines: 0)
            if !header.isKnown { refusal = refusal ?? "\(sources[index].name) \(header.fault)." }
            return
        }
        if firstLine == nil, let digest { firstLine = digest(Array(text)) }
        switch try builder.add(text) {
        case .load(let id, let time): sources[index].addLoad(id, at: time, in: text)
        case .segment(let segment): sources[index].addSegment(segment)
        case .event: break
        case .lost(let count): sources[index].countLost(count)
        case .unknown(let name): sources[index].countUnknown(name)
        }
    }
}

extension [UInt8] {
    /// The bytes in lowercase hexadecimal digits.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

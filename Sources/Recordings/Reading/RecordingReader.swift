import Events
import InternetNames
import JSONWriting
import Recording
import TransportSecurity

/// Reads recordings of any size line by line. The memory grows with the numbers of distinct entries and of recordings,
/// and not with the number of loads.
///
/// Log shippers may rewrite lines: with another order of members, white space, escapes and additional members. Such a
/// line is read as the original line would be. Condensed recordings are read as the recordings that they count.
public struct RecordingReader {
    var builder: TrafficBuilder
    private var splitter = LineSplitter()
    var sources: [RecordingSource] = []
    /// The recordings that condensed ones count.
    var condensedSources: [RecordingSource] = []
    /// The indices of these recordings, by their identifiers.
    var condensedPlaces: [String: Int] = [:]
    /// The names of all recordings that were read, on their own or in a condensed one, by their identifiers.
    var names: [String: String] = [:]
    /// Whether a line of the recording was read that is not blank.
    private var hasBegun = false
    private var blankEnd = BlankEnd()
    /// The state of the condensed recording that is being read; nil if none is.
    var condensed: CondensedReading?
    /// The digest of the first line of the recording that is being read; nil before that line, or if nobody asks for
    /// it.
    private var firstLine: [UInt8]?
    private let digest: (([UInt8]) -> [UInt8])?
    /// The reason why the recording cannot be used, in one sentence: a condensed recording that only a newer version of
    /// the program reads, or one that counts loads again. Nil if there is no such reason.
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
    public mutating func begin(_ name: String, _ identity: FileIdentity? = nil, taking recordings: Set<String>? = nil) {
        var source = RecordingSource(name: name)
        source.identity = identity
        sources.append(source)
        splitter = LineSplitter()
        condensed = nil
        firstLine = nil
        hasBegun = false
        blankEnd = BlankEnd()
        taken = recordings
        builder.beginRecording()
    }

    /// Notes that the recording that is being read was made of captured traffic, with the parts that could not be read.
    public mutating func noteCapture(lacking parts: [UnreadPart]) {
        guard let place = sources.indices.last else { return }
        (sources[place].isCapture, sources[place].unreadParts) = (true, parts)
    }

    /// Notes a connection of QUIC in captured traffic that a gateway refused, if the filter chooses it.
    public mutating func noteRefusal(of host: Host, to client: IPAddress, at time: Instant) {
        builder.noteRefusal(of: host, to: client, at: time)
    }

    /// The identifiers of the recordings to take from a condensed one; nil for all.
    private(set) var taken: Set<String>?

    /// Reads a part of the recording, of any length.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !sources.isEmpty else { return }
        sources[sources.count - 1].bytes += Int64(piece.count)
        // The splitter calls back into the reader, so it is moved out of the reader during the call.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.append(piece) {
            read($0)
            blankEnd.append($0)
        }
        swap(&splitter, &self.splitter)
    }

    /// Ends the recording. A last line without a line feed counts if it is complete.
    ///
    /// - Parameter isDamaged: Whether compressed data were damaged or ended too early.
    public mutating func end(isDamaged: Bool = false) {
        endLines(isDamaged: isDamaged)
        guard builder.condensing != nil, let place = sources.indices.last else { return }
        builder.endRecording(sources[place].id)
    }

    /// Reads the last line of the recording, and finds the identifier of one without loads.
    mutating func endLines(isDamaged: Bool) {
        guard let place = sources.indices.last else { return }
        let brokenBefore = sources[place].brokenLines
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish {
            sources[place].endsUnfinished = true
            read($0)
            blankEnd.finish($0)
        }
        // An incomplete last line is not broken, because its writer may not have finished it.
        if sources[place].endsUnfinished, sources[place].brokenLines > brokenBefore {
            sources[place].forgetBroken()
        }
        sources[place].leaveOut(blankEnd)
        blankEnd = BlankEnd()
        sources[place].isDamaged = isDamaged
        if let condensed, condensed.header.isKnown { sources[place].isIncomplete = condensed.isWhole != true }
        if sources[place].id.isEmpty, let firstLine { sources[place].id = "sha256:" + firstLine.hexadecimal }
        guard !sources[place].isCondensed, !sources[place].id.isEmpty else { return }
        if let other = names[sources[place].id] {
            refusal = refusal ?? RecordingSource.isGivenTwice(sources[place].name, other)
        } else {
            names[sources[place].id] = sources[place].name
        }
    }

    /// The numbers of the recording that is being read, as if it ended here, but without a line that has no line feed
    /// yet.
    var currentSource: RecordingSource? {
        guard var source = sources.last else { return nil }
        if splitter.isWithinLine {
            source.lines += 1
            (source.endsUnfinished, source.isCutOff) = (true, true)
        } else {
            source.leaveOut(blankEnd)
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
    private mutating func read(_ next: LineSplitter.Line) {
        let place = sources.count - 1
        sources[place].lines += 1
        switch next {
        case .overlong:
            sources[place].countBroken(nil)
            hasBegun = true
        case .text(let text):
            let line = text.withoutByteOrderMark
            guard !line.isBlank else { return }
            defer { hasBegun = true }
            do {
                try readLine(line, of: place)
                sources[place].events += 1
            } catch {
                sources[place].countBroken(text)
            }
        }
    }

    private mutating func readLine(_ text: UnsafeBufferPointer<UInt8>, of place: Int) throws {
        if condensed != nil { return try readCondensed(text) }
        if !hasBegun, let header = CondensedHeader.inFirstLine(text) {
            condensed = CondensedReading(header)
            sources[place].isCondensed = true
            if !header.isKnown { refusal = refusal ?? "\(sources[place].name) \(header.fault)." }
            return
        }
        if firstLine == nil, let digest { firstLine = digest(Array(text)) }
        switch try builder.add(text) {
        case .load(let id, let time): sources[place].noteLoad(id, time, in: text)
        case .segment(let segment): sources[place].noteSegment(segment)
        case .event: break
        case .lost(let count): sources[place].countLost(count)
        case .unknown(let name): sources[place].countUnknown(name)
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

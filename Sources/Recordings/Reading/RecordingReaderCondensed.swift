import Events
import Traffic
import TransportSecurity

/// The part of the reader for condensed recordings.
extension RecordingReader {
    /// Reads a line of a condensed recording. Throws an error if it is malformed.
    mutating func readCondensed(_ text: UnsafeBufferPointer<UInt8>) throws {
        // The lines of an unknown version are not read.
        guard let state = condensed, state.header.isKnown else { return }
        guard state.closing == .notRead else {
            condensed?.followingLines += 1
            return
        }
        switch try CondensedLineType(of: text) {
        case .header: throw JSONScanner.Malformed()
        case .end:
            let isConfirmed = try CondensedEnd(text).lines == sources.last?.events
            condensed?.closing = isConfirmed ? .confirmsLines : .contradictsLines
        case .recording: readRecording(try RecordingSource(condensed: text))
        case .statement: _ = try builder.add(text)
        case .kind: try readKind(text)
        case .loads: readLoads(try CondensedLoads(text))
        }
    }

    /// Reads the totals of a recording whose loads follow, and takes it unless it was read before.
    private mutating func readRecording(_ source: RecordingSource) {
        let earlier = condensedIndices[source.id].map { condensedSources[$0] }
        refusal = refusal ?? fault(of: source, earlier: earlier)
        let isTaken = if let taken { taken.contains(source.id) } else { earlier == nil }
        guard isTaken else { return }
        condensedIndices[source.id] = condensedSources.count
        condensedSources.append(source)
        if names[source.id] == nil { names[source.id] = source.name }
        condensed?.recordings.insert(source.id)
    }

    /// The reason why a recording that was read before cannot be read again; nil if it can, or was not read before.
    ///
    /// - Parameter earlier: The recording as another condensed one has it; nil if none does.
    private func fault(of source: RecordingSource, earlier: RecordingSource?) -> String? {
        guard let name = names[source.id] else { return nil }
        let file = sources.last?.name ?? ""
        if condensed?.header.isAddedUp == true {
            return RecordingSource.doubleCountFault(in: file, of: source.name) + "."
        }
        // The selection has compared the versions before it chose the recordings to take.
        guard taken == nil else { return nil }
        guard let earlier else { return RecordingSource.repetitionFault(in: file, readFrom: name) }
        let isSameVersion = earlier.version.isAsLong(as: source.version)
        return isSameVersion ? nil : RecordingSource.otherVersionFault(in: file, of: name)
    }

    /// Reads the identifier of a kind with its earliest decision.
    private mutating func readKind(_ text: UnsafeBufferPointer<UInt8>) throws {
        var id: LoadKindID?
        var decision: JSONScanner.Slice?
        var scanner = JSONScanner(text)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                id = try scanner.kind()
            } else if name.isEqual(to: "decision") {
                decision = try scanner.value()
            } else {
                try scanner.value()
            }
        }
        guard let id, let decision else { throw JSONScanner.Malformed() }
        try builder.addKind(id, decision: UnsafeBufferPointer(rebasing: decision))
    }

    /// Reads the counts of loads, if their recording is taken from this file.
    private mutating func readLoads(_ loads: CondensedLoads) {
        // Counts without a recording are those of several recordings together, and always count.
        if let recording = loads.recording, condensed?.recordings.contains(recording) != true { return }
        builder.add(loads)
    }
}

extension TrafficBuilder {
    /// Counts loads of a condensed recording.
    fileprivate mutating func add(_ loads: CondensedLoads) {
        if loads.counts.decisions > 0 { extendPeriod(from: loads.counts.first, to: loads.counts.last) }
        guard choose(label: loads.label, day: loads.day) else {
            leftOutDecisions += loads.counts.decisions
            return
        }
        var counts = loads.counts
        if let label = loads.label { counts.labels.add(counts.decisions, of: label) }
        traffic.add(counts, in: LoadRow(kind: loads.kind, after: loads.after))
    }

    /// Keeps the decision in the line of a kind. Throws an error if the text is not a decision of that kind.
    fileprivate mutating func addKind(_ id: LoadKindID, decision text: UnsafeBufferPointer<UInt8>) throws {
        guard case .decision(let event) = try decoder.event(in: text), event.kindID(digest: decoder.digest) == id else {
            throw JSONScanner.Malformed()
        }
        _ = traffic.kinds.insert(event, as: id, of: LoadID(event.id.description), limit: Self.kindLimit)
    }

    /// Returns whether the filter chooses loads of a test case and a day. Notes in `cutsDay` and `lacksDays` if the
    /// loads that it chooses cannot be told from others of the same row.
    private mutating func choose(label: String?, day: Instant?) -> Bool {
        guard filter.labels.isEmpty || filter.labels.contains(label ?? "") else { return false }
        guard filter.since != nil || filter.until != nil else { return true }
        guard let day else {
            lacksDays = true
            return true
        }
        switch filter.chosenPart(ofDay: day) {
        case .none: return false
        case .some: cutsDay = true
        case .all: break
        }
        return true
    }
}

/// The state of a condensed recording while it is read.
struct CondensedReading {
    /// The identifiers of the recordings that are taken from it.
    var recordings: Set<String> = []
    /// The first line of the file.
    let header: CondensedHeader
    /// The closing line.
    var closing = Closing.notRead
    /// The number of lines behind the closing line, which are not read.
    var followingLines = 0

    /// The content of the file, as far as it was read.
    var content: RecordingSource.Content {
        .condensed(isIncomplete: closing != .confirmsLines, followingLines: followingLines)
    }

    /// The statement of the closing line (`CondensedEnd`) about the number of lines before it.
    enum Closing {
        /// The line was not read yet.
        case notRead
        /// The line states the number of lines that were read.
        case confirmsLines
        /// The line states another number.
        case contradictsLines
    }

    /// Begins to read a condensed recording.
    init(_ header: CondensedHeader) {
        self.header = header
    }
}

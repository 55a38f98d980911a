import Events
import TransportSecurity

extension RecordingReader {
    /// Reads a line of a condensed recording. Throws an error if it is malformed.
    mutating func readCondensed(_ text: UnsafeBufferPointer<UInt8>) throws {
        // The lines of an unknown version are not read.
        guard let state = condensed, state.header.isKnown else { return }
        guard state.isWhole == nil else {
            condensed?.followingLines += 1
            return
        }
        switch try CondensedReading.type(of: text) {
        case .header: throw JSONScanner.Malformed()
        case .end: condensed?.isWhole = try CondensedEnd(text).lines == sources.last?.events
        case .recording: readRecording(try RecordingSource(condensed: text))
        case .statement: _ = try builder.add(text)
        case .kind: try readKind(text)
        case .loads: readLoads(try CondensedLoads(text))
        }
    }

    /// Reads the totals of a recording whose loads follow, and takes it unless it was read before.
    private mutating func readRecording(_ source: RecordingSource) {
        let file = sources.last?.name ?? ""
        let earlier = condensedIndices[source.id].map { condensedSources[$0] }
        if let known = names[source.id] {
            if condensed?.header.isAddedUp == true {
                refusal = refusal ?? RecordingSource.doubleCountFault(in: file, of: source.name) + "."
            } else if taken == nil, earlier == nil {
                refusal = refusal ?? RecordingSource.repetitionFault(in: file, readFrom: known)
            } else if taken == nil, earlier?.version.isAsLong(as: source.version) == false {
                refusal = refusal ?? RecordingSource.otherVersionFault(in: file, of: known)
            }
        }
        let isTaken = if let taken { taken.contains(source.id) } else { earlier == nil }
        guard isTaken else { return }
        condensedIndices[source.id] = condensedSources.count
        condensedSources.append(source)
        if names[source.id] == nil { names[source.id] = source.name }
        condensed?.recordings.insert(source.id)
    }

    /// Reads the identifier of a kind with its earliest decision.
    private mutating func readKind(_ text: UnsafeBufferPointer<UInt8>) throws {
        var (id, decision): (LoadKindID?, JSONScanner.Slice?)
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
        try builder.addKind(id, UnsafeBufferPointer(rebasing: decision))
    }

    /// Reads the counts of loads, if their recording is taken from this file.
    private mutating func readLoads(_ loads: CondensedLoads) {
        // Loads without a recording are those of several recordings together, and count in any case.
        if let recording = loads.recording, condensed?.recordings.contains(recording) != true { return }
        builder.add(loads)
    }
}

import Recording
import TransportSecurity

extension RecordingReader {
    /// Reads a line of a condensed recording. Throws an error if it is malformed.
    mutating func readCondensed(_ text: UnsafeBufferPointer<UInt8>) throws {
        // Of other versions nothing is known.
        guard let state = condensed, state.header.isKnown else { return }
        guard state.isWhole == nil else {
            sources[sources.count - 1].followingLines += 1
            return
        }
        switch try CondensedReading.type(of: text) {
        case .header: throw JSONScanner.Malformed()
        case .end: condensed?.isWhole = try CondensedEnd(text).lines == sources.last?.events
        case .recording: readRecording(try RecordingSource(condensed: text))
        case .statement: _ = try builder.add(text)
        case .kind: try readKind(text)
        case .loads: try readLoads(try CondensedLoads(text))
        case .open: try readOpenLoad(text)
        case .single: try readSecondDecision(text)
        case .ended: try readEnd(text)
        }
    }

    private mutating func readRecording(_ source: RecordingSource) {
        let file = sources.last?.name ?? ""
        let earlier = condensedPlaces[source.id].map { condensedSources[$0] }
        if let known = names[source.id] {
            if condensed?.header.isAddedUp == true {
                refusal = refusal ?? RecordingSource.countsAgain(file, source.name) + "."
            } else if taken == nil, earlier == nil {
                refusal = refusal ?? RecordingSource.isGivenTwice(file, known)
            } else if taken == nil, earlier?.version.isAsLong(as: source.version) == false {
                refusal = refusal ?? RecordingSource.isOtherVersion(file, known)
            }
        }
        guard taken?.contains(source.id) ?? (earlier == nil) else { return }
        condensedPlaces[source.id] = condensedSources.count
        condensedSources.append(source)
        if names[source.id] == nil { names[source.id] = source.name }
        condensed?.recordings.insert(source.id)
        builder.unattributedBytes &+= source.unattributedBytes
        builder.undecidedLoads += source.undecidedLoads
    }

    private mutating func readKind(_ text: UnsafeBufferPointer<UInt8>) throws {
        var id = ""
        var decision: DecisionEvent?
        var scanner = JSONScanner(text)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                id = try scanner.text()
            } else if name.isEqual(to: "decision") {
                decision = builder.decision(in: UnsafeBufferPointer(rebasing: try scanner.value()))
            } else {
                try scanner.value()
            }
        }
        guard let decision, !id.isEmpty else { throw JSONScanner.Malformed() }
        condensed?.kinds[id] = .some(try builder.insertKind(decision))
    }

    private mutating func readLoads(_ loads: CondensedLoads) throws(JSONScanner.Malformed) {
        guard let state = condensed, isChosen(loads.recording) else { return }
        let kind = try state.kind(loads.kind)
        let after = try loads.after.flatMap { id throws(JSONScanner.Malformed) in try state.kind(id) }
        builder.count(loads, of: kind, after: after)
    }

    /// Whether the loads of a recording are counted. Loads of several recordings together are.
    private func isChosen(_ recording: String?) -> Bool {
        recording.map { condensed?.recordings.contains($0) == true } ?? true
    }

    private mutating func readOpenLoad(_ text: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        guard let state = condensed, isChosen(try Self.recording(of: text)) else { return }
        let open = try OpenLoad(text)
        guard let kind = try state.kind(open.kind) else { return }
        builder.note(open, of: kind, second: open.second.flatMap { state.kinds[$0] ?? nil })
    }

    private mutating func readSecondDecision(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard isChosen(try Self.recording(of: text)) else { return }
        var decision: [UInt8]?
        var scanner = JSONScanner(text)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            let value = try scanner.value()
            if name.isEqual(to: "decision") { decision = Array(value) }
        }
        guard let decision else { throw JSONScanner.Malformed() }
        // The builder keeps the decision until its first decision is read.
        _ = try decision.withUnsafeBufferPointer { try builder.add($0) }
    }

    private mutating func readEnd(_ text: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        guard isChosen(try Self.recording(of: text)) else { return }
        builder.countOrKeep(try OpenLoadEnd(text))
    }

    private static func recording(of text: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) -> String? {
        var recording: String?
        var scanner = JSONScanner(text)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "recording") {
                recording = try scanner.optionalText()
            } else {
                try scanner.value()
            }
        }
        return recording
    }
}

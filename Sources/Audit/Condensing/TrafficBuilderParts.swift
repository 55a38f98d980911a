import JSONWriting
import Recording
import TransportSecurity

extension TrafficBuilder {
    /// Takes what was counted since it was last taken. The loads that were seen are remembered, so that the sum of all
    /// parts does not depend on where the recording is divided.
    ///
    /// - Parameter source: The numbers of the recording that is being read.
    mutating func takePart(of source: RecordingSource) throws -> CondensedPart {
        var part = CondensedPart(source: source)
        guard var state = condensing else { return part }
        guard uncountedDecisions == 0 else { throw TooManyKinds() }
        state.recordings[Int(state.recording)] = source.id
        identifyKinds(&state)
        part.statements = try state.statements.lines.map(statement)
        state.statements = CondensedStatements()
        var kindsOfLoads: Set<Int> = []
        for (index, row) in rows.enumerated() where counts[index].isCounted {
            part.loads.append(loads(of: row, counts[index], state))
            kindsOfLoads.insert(row.kind)
            if let after = row.after { kindsOfLoads.insert(after) }
        }
        part.kinds = kindsOfLoads.sorted().map { kind(of: $0, state.kindIDs[$0]) }
        part.splitLoads = splitLoads(of: source.id, state)
        condensing = state
        resetCounts(keepingEndedLoads: true)
        if kinds.estimatedSize > state.kindSizeLimit { forgetKinds() }
        return part
    }

    private func statement(_ line: [UInt8]) throws -> CondensedPart.Statement {
        try line.withUnsafeBufferPointer { text in
            CondensedPart.Statement(
                digest: kinds.digest(of: Array(text.withoutTime)), event: try kinds.decodeWhole(text), line: line)
        }
    }

    private func kind(of index: Int, _ id: String) -> CondensedPart.Kind {
        CondensedPart.Kind(
            id: id, decision: kinds[index].decision, load: kinds[index].load.text,
            line: kinds.condensedLine(of: index, id))
    }

    private func splitLoads(of recording: String, _ state: CondensingState) -> [CondensedPart.SplitLoad] {
        state.singles.map { single in
            let decision = single.decision
            return CondensedPart.SplitLoad(
                load: single.load,
                content: .single(
                    time: decision.time, app: decision.app?.value.name, build: decision.app?.value.version,
                    label: decision.label),
                line: Self.singleLine(single.load, decision, of: recording))
        }
            + recent.all.compactMap { load, place in
                guard let content = content(of: place, state.kindIDs),
                    let line = line(on: load.text, place, of: recording, state.kindIDs)
                else { return nil }
                return CondensedPart.SplitLoad(load: load.text, content: content, line: line)
            }
    }

    /// What is known of a load whose decision or end is missing; nil if neither is.
    private func content(
        of place: RecentLoads.Place, _ kindIDs: [String]
    ) -> CondensedPart.SplitLoad.Content? {
        if let entry = place.entry, !place.hasEnded {
            let row = rows[entry]
            return .open(
                kind: kindIDs[row.kind], second: place.secondEntry.map { kindIDs[rows[$0].kind] }, label: row.label,
                day: Instant(day: row.day))
        }
        guard place.entry == nil, place.hasEnded else { return nil }
        return .ended(
            bytesFromClient: place.fromClient, bytesFromServer: place.fromServer,
            hasClientRefusal: place.hasClientRefusal)
    }
}

/// The error for a recording of which more kinds of loads came at once than are kept.
struct TooManyKinds: Error, CustomStringConvertible {
    var description: String { "there are more than \(CondensingState.entryLimit) kinds of loads at once" }
}

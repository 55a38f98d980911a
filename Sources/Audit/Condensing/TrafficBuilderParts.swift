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
        state.unmatched.map { unmatched in
            let decision = unmatched.decision
            return CondensedPart.SplitLoad(
                load: unmatched.load,
                content: .single(
                    time: decision.time, app: decision.app?.value.name, build: decision.app?.value.version,
                    label: decision.label),
                line: Self.line(unmatched.load, decision, of: recording))
        }
            + recent.all.flatMap { load, place in
                zip(contents(of: place, state.kindIDs), lines(on: load.text, place, of: recording, state.kindIDs)).map {
                    CondensedPart.SplitLoad(load: load.text, content: $0, line: $1)
                }
            }
    }

    /// What is known of the decision and the end of a load, as far as these are not counted together; in the order of
    /// `lines(on:)`.
    private func contents(of place: RecentLoads.Place, _ kindIDs: [String]) -> [CondensedPart.SplitLoad.Content] {
        var contents: [CondensedPart.SplitLoad.Content] = []
        if let entry = place.openEntry {
            let row = rows[entry]
            contents.append(
                .open(
                    kind: kindIDs[row.kind], second: place.secondEntry.map { kindIDs[rows[$0].kind] },
                    label: row.label, day: Instant(day: row.day)))
        }
        if place.hasOpenEnd {
            contents.append(
                .ended(
                    bytesFromClient: place.fromClient, bytesFromServer: place.fromServer,
                    hasClientRefusal: place.hasClientRefusal))
        }
        return contents
    }
}

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
        guard uncountedDecisions == 0 else { throw TooManyKindsError() }
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
}

import JSONWriting
import Traffic
import TransportSecurity

/// The result of a builder that condenses: lines of a condensed recording, or parts for a store.
extension TrafficBuilder {
    /// Ends the recording that is being condensed, and sets its identifier.
    mutating func endRecording(_ id: String) {
        finish()
        condensing?.endRecording(id)
    }

    /// The approximate memory of counts, kinds and statements in bytes.
    var estimatedSize: Int {
        guard let condensing else { return 0 }
        let devices = traffic.rows.values.reduce(0) { $0 + $1.devices.counts.count }
        let counts = traffic.rows.count * Self.rowSize + devices * Self.deviceSize
        return counts + traffic.kinds.estimatedSize + condensing.statements.bytes
    }

    /// The approximate memory of a row without its devices, and of each device in a row, in bytes.
    private static let (rowSize, deviceSize) = (1024, 48)

    /// Takes the lines of everything that was counted so far, sorted.
    ///
    /// - Parameter recording: The identifier of the recording that is being read; nil if none is.
    mutating func takeLines(reading recording: String?) throws -> [CondensedLine] {
        if let recording { condensing?.identify(recording) }
        let loads = try takeLoads()
        var texts = condensing?.statements.takeLines() ?? []
        texts += loads.map(\.line)
        decodeEarliest()
        texts += traffic.kinds.takeUnwritten().map(\.condensedLine)
        forgetKinds()
        return try texts.map { try CondensedLine($0) }.sorted()
    }

    /// Takes the counts since the last call. The sum of all parts does not depend on the division of the recording.
    ///
    /// - Parameter source: The totals of the recording that is being read.
    mutating func takePart(of source: RecordingSource) throws -> CondensedPart {
        condensing?.identify(source.id)
        var part = CondensedPart(source: source)
        part.statements = try condensing?.statements.takeAll(decoder) ?? []
        part.loads = try takeLoads()
        decodeEarliest()
        let ids = Set(part.loads.map(\.kind)).union(part.loads.compactMap(\.after))
        part.kinds = ids.sorted().compactMap { id in
            guard let kind = traffic.kinds[id], let (_, load) = traffic.kinds.earliest(of: id) else { return nil }
            return CondensedPart.Kind(id: id, decision: kind.decision, load: load.text, line: kind.condensedLine)
        }
        forgetKinds()
        return part
    }

    /// Takes the counts of all rows.
    private mutating func takeLoads() throws -> [CondensedLoads] {
        guard let condensing else { return [] }
        guard traffic.uncountedDecisions == 0 else { throw TooManyKindsError() }
        renameRows()
        defer { traffic.removeRows() }
        return traffic.rows.map { row, counts in
            CondensedLoads(
                kind: row.kind, after: row.after, label: row.label, day: Instant(day: row.day),
                recording: condensing.recordings[Int(row.recording)], counts: counts)
        }
    }

    /// Removes the kinds if they take too much memory. Their lines were taken.
    private mutating func forgetKinds() {
        guard let condensing, traffic.kinds.estimatedSize > condensing.kindSizeLimit else { return }
        traffic.kinds = TrafficKinds()
        kinds.removeAll()
    }
}

extension TrafficKinds.Kind {
    /// The line of the kind in a condensed recording.
    fileprivate var condensedLine: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("kind")
            json.member("id", id)
            json.member("decision", decision)
        }
        return json.bytes
    }
}

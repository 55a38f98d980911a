import JSONWriting
import Recording
import TransportSecurity

extension TrafficBuilder {
    /// The row that counts the decision of the line.
    func row(of kind: Int) -> LoadRow {
        guard let condensing else { return LoadRow(kind: kind) }
        return LoadRow(
            kind: kind, label: line.label.isEmpty ? nil : String(decoding: line.label, as: UTF8.self),
            day: line.time.day, recording: condensing.recording)
    }

    /// The row that counts a second decision on a load of a row. It has the test case and the day of the load.
    func row(of kind: Int, after first: LoadRow) -> LoadRow {
        var row = first
        (row.kind, row.after) = (kind, first.kind)
        return row
    }

    /// Keeps an event that is not about a load. Facts lose the bytes that were on the wire: each probe of a server has others,
    /// so that equal facts would be kept once for each probe. Labels lose where they were set.
    mutating func condenseStatement(_ text: UnsafeBufferPointer<UInt8>) throws {
        let hash = text.contentHash(of: line.event)
        if condensing?.statements.renew(hash, at: line.time) == true { return }
        switch try kinds.decodeWhole(text) {
        case .facts(let event): condensing?.statements.insert(event.withoutExchanges, at: line.time, hash: hash)
        case .policy(let event): condensing?.statements.insert(event, at: line.time, hash: hash)
        case .trust(let event): condensing?.statements.insert(event, at: line.time, hash: hash)
        case .service(let event): condensing?.statements.insert(event, at: line.time, hash: hash)
        case .label(let event):
            condensing?.statements.insert(
                LabelEvent(time: event.time, label: event.label), at: line.time, hash: hash)
        case .decision, .closed, .segment, .lost, .unknown: throw JSONScanner.Malformed()
        }
    }

    /// Keeps the facts that a decision carries itself.
    mutating func keep(_ own: FactsEvent) {
        guard condensing != nil else { return facts.add(own) }
        let own = own.withoutExchanges
        let hash = own.line.withUnsafeBufferPointer { $0.contentHash(of: .facts) }
        if condensing?.statements.renew(hash, at: own.time) == true { return }
        condensing?.statements.insert(own, at: own.time, hash: hash)
    }

    /// Keeps a decision whose first decision may be in another recording.
    mutating func condenseUnmatched(_ line: [UInt8], on load: LoadID) {
        guard let event = decision(in: line) else { return }
        condensing?.unmatched.append((load.text, event, line.count))
    }

    /// The decision in a line that was read before.
    func decision(in line: [UInt8]) -> DecisionEvent? {
        guard case .decision(let event)? = try? line.withUnsafeBufferPointer({ try kinds.decodeWhole($0) }) else {
            return nil
        }
        return event
    }

    /// Ends the recording that is condensed, under its identifier.
    mutating func endRecording(_ recording: String) {
        condenseWaitingElsewhere()
        guard var state = condensing else { return }
        state.recordings[Int(state.recording)] = recording
        identifyKinds(&state)
        state.lines += takeDroppedLoads(of: recording, &state)
        for (load, place) in recent.all { state.lines += parts(of: load, place, recording, state).map(\.line) }
        state.recordings.append("")
        state.endLoads(recent.all.lazy.filter { $0.place.entry != nil }.map(\.load))
        condensing = state
        recent.removeAll()
        countedRests.removeAll()
    }

    /// Finds the identifiers of new kinds.
    func identifyKinds(_ state: inout CondensingState) {
        while state.kindIDs.count < kinds.count { state.kindIDs.append(kinds.identifier(of: state.kindIDs.count)) }
    }
}

extension TrafficBuilder {
    /// Forgets the kinds that no load belongs to which is not counted yet. Their lines were taken, and a line of the same
    /// kind that is taken later is merged with them.
    mutating func forgetKinds() {
        let kept = Set(rows.map(\.kind) + rows.compactMap(\.after))
        let places = kinds.forget(allBut: kept)
        let order = places.sorted { $0.value < $1.value }.map(\.key)
        let kindIDs = condensing?.kindIDs ?? []
        condensing?.kindIDs = order.map { kindIDs[$0] }
        isKindLeftOut = order.map { isKindLeftOut[$0] }
        latestEntries = [Int](repeating: -1, count: order.count)
        for index in rows.indices {
            rows[index].kind = places[rows[index].kind] ?? 0
            rows[index].after = rows[index].after.flatMap { places[$0] }
        }
        indices = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
        line.forgetRests()
    }

    /// The number of bytes that the numbers of loads and the statements take, roughly.
    var estimatedSize: Int {
        guard let condensing else { return 0 }
        let devices = counts.reduce(0) { $0 + $1.devices.counts.count }
        return counts.count * 1024 + devices * 48 + kinds.estimatedSize + condensing.statements.bytes
            + condensing.linesSize
    }

    /// Whether loads that have ended are remembered when lines are taken, so that a decision on one of them that comes once
    /// more does not count as a load. Where recordings have very many kinds of loads, the memory is not enough for it.
    private var keepsEndedLoads: Bool {
        guard let condensing else { return false }
        return kinds.estimatedSize + counts.count * 512 <= condensing.kindSizeLimit
    }

    /// Takes the lines of everything that was counted so far, sorted.
    ///
    /// - Parameter recording: The identifier of the recording that is being read; nil if none is.
    mutating func takeLines(reading recording: String?) throws -> [CondensedLine] {
        guard var state = condensing else { return [] }
        guard uncountedDecisions == 0 else { throw TooManyKindsError() }
        if let recording { state.recordings[Int(state.recording)] = recording }
        identifyKinds(&state)
        state.lines += takeDroppedLoads(of: state.recordings[Int(state.recording)], &state)
        var texts = state.statements.takeLines() + state.lines
        for (index, row) in rows.enumerated() where counts[index].isCounted {
            texts.append(loads(of: row, counts[index], state).line)
        }
        texts += kinds.takeCondensedLines(state.kindIDs)
        state.lines = []
        condensing = state
        if !keepsEndedLoads { forgetLoads() }
        resetCounts(keepingEndedLoads: keepsEndedLoads)
        if kinds.estimatedSize > state.kindSizeLimit { forgetKinds() }
        texts += takeOpenLoads()
        var lines: [CondensedLine] = []
        lines.reserveCapacity(texts.count)
        for text in texts { lines.append(try CondensedLine(text)) }
        return lines.sorted()
    }

    /// The numbers of a row.
    func loads(of row: LoadRow, _ counts: LoadCounts, _ state: CondensingState) -> CondensedLoads {
        CondensedLoads(
            kind: state.kindIDs[row.kind], after: row.after.map { state.kindIDs[$0] }, label: row.label,
            day: Instant(day: row.day), recording: state.recordings[Int(row.recording)], counts: counts.condensed)
    }

    /// Forgets what was counted, but not in which rows loads are.
    ///
    /// - Parameter keepsEnded: Whether all loads that have ended are remembered as well. The latest ones are in any case.
    mutating func resetCounts(keepingEndedLoads keepsEnded: Bool) {
        var kept: [Int: Int] = [:]
        var (newCounts, newRows): ([LoadCounts], [LoadRow]) = ([], [])
        func place(of entry: Int) -> Int {
            if let known = kept[entry] { return known }
            var empty = LoadCounts(at: counts[entry].first)
            // A later sum takes the least and the greatest of the times.
            empty.last = counts[entry].last
            newCounts.append(empty)
            newRows.append(rows[entry])
            kept[entry] = newRows.count - 1
            return newRows.count - 1
        }
        recent.keep(ended: keepsEnded) { load in
            load.entry = load.entry.map(place)
            load.secondEntry = load.secondEntry.map(place)
        }
        (counts, rows) = (newCounts, newRows)
        indices = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
        latestEntries = [Int](repeating: -1, count: latestEntries.count)
        countedRests.removeAll()
    }
}

import Recording
import TransportSecurity

extension TrafficBuilder {
    /// Counts the decision of the line.
    mutating func countDecision(_ text: UnsafeBufferPointer<UInt8>) throws {
        let known = recent[line.id] ?? settling?.place
        var own: [FactsEvent] = []
        let found = try kinds.index(of: line, text, limit: entryLimit) { own.append($0) }
        for event in own { keep(event) }
        if let found { noteRest(of: found) }
        noteKinds()
        countPeriod(line.time, line.time)
        if known?.isLeftOut == true {
            leftOutDecisions += 1
        } else if let kind = found {
            try countDecision(of: kind, known, text)
        } else {
            uncountedDecisions += 1
        }
    }

    private mutating func countDecision(
        of kind: Int, _ known: RecentLoads.Place?, _ text: UnsafeBufferPointer<UInt8>
    ) throws {
        if let known, let first = known.entry { return countSecond(of: kind, after: first, known) }
        if kinds.isSecond(kind), settling == nil { return wait(text, known) }
        var place = known ?? RecentLoads.Place()
        if place.isWaiting { endWait(for: line.id) }
        place.isWaiting = false
        guard !isKindLeftOut[kind], filter.chooses(line) else {
            leftOutDecisions += 1
            place.isLeftOut = true
            note(place, of: line.id)
            return
        }
        guard let entry = entry(of: kind) else {
            uncountedDecisions += 1
            return
        }
        counts[entry].count(line)
        condensing?.noteLoad(line.id)
        // A second decision may be in another recording, whose reader needs the end, unless this is one.
        place.isEndUncounted = place.hasEnded && condensing != nil && settling == nil
        if place.hasEnded, !place.isEndUncounted { addEnd(place, to: entry) }
        place.entry = entry
        place.isOwedEnd = !line.device.isEmpty && kinds[kind].decision.isFollowedByEnd
        note(place, of: line.id)
    }

    /// Counts a second decision on the load of an entry.
    private mutating func countSecond(of kind: Int, after first: Int, _ known: RecentLoads.Place) {
        guard let second = entry(of: kind, after: first) else {
            uncountedDecisions += 1
            return
        }
        // The same decision may be delivered twice.
        guard known.secondEntry != second else { return }
        counts[second].count(line)
        counts[second].repeats += 1
        var place = known
        place.isOwedEnd = known.isOwedEnd && kinds[kind].decision.isFollowedByEnd
        // A first decision that was delivered once more says nothing new of the load.
        guard kinds.isSecond(kind) || kind != rows[first].kind else { return note(place, of: line.id) }
        if known.hasEnded, !known.isEndUncounted { addRepeatedEnd(known, to: second) }
        place.secondEntry = second
        note(place, of: line.id)
    }

    /// The entry that counts a first decision of a kind; nil if it is new and there are too many.
    private mutating func entry(of kind: Int) -> Int? {
        let day = condensing == nil ? 0 : line.time.day
        if let rest = line.rest, let known = countedRests.entry(of: rest, on: day) { return known }
        let found = entry(of: row(of: kind), at: line.time)
        if let rest = line.rest, let found { countedRests.note(found, of: rest, on: day) }
        return found
    }

    /// The entry that counts a second decision of a kind on a load of an entry; nil if it is new and there are too many.
    private mutating func entry(of kind: Int, after first: Int) -> Int? {
        if let rest = line.rest, let known = countedRests.entry(of: rest, after: first) { return known }
        let found = entry(of: row(of: kind, after: rows[first]), at: line.time)
        if let rest = line.rest, let found { countedRests.note(found, of: rest, after: first) }
        return found
    }

    /// Notes the kind of a line whose rest was not known.
    private mutating func noteRest(of kind: Int) {
        guard line.rest == nil else { return }
        if line.hasAllRests {
            line.forgetRests()
            countedRests.removeAll()
        }
        line.noteKind(kind)
    }

    /// Counts the end of a load.
    mutating func count(_ end: OpenLoadEnd) {
        var place = recent[end.load] ?? RecentLoads.Place()
        guard !place.hasEnded else { return }
        place.hasEnded = true
        place.fromClient = end.fromClient
        place.fromServer = end.fromServer
        place.hasClientRefusal = end.hasClientRefusal
        addEnd(place)
        note(place, of: end.load)
    }

    /// Adds the bytes of a load that has ended to its entries.
    mutating func addEnd(_ place: RecentLoads.Place) {
        if let entry = place.entry { addEnd(place, to: entry) }
        if let entry = place.secondEntry { addRepeatedEnd(place, to: entry) }
    }

    private mutating func addEnd(_ place: RecentLoads.Place, to entry: Int) {
        counts[entry].bytesFromClient &+= place.fromClient
        counts[entry].bytesFromServer &+= place.fromServer
        if place.hasClientRefusal { counts[entry].clientRefusals += 1 }
    }

    private mutating func addRepeatedEnd(_ place: RecentLoads.Place, to entry: Int) {
        counts[entry].repeatedBytesFromClient &+= place.fromClient
        counts[entry].repeatedBytesFromServer &+= place.fromServer
    }

    /// Keeps what is known of a load.
    mutating func note(_ place: RecentLoads.Place, of load: LoadID) {
        if let dropped = recent.note(place, for: load) { drop(dropped.place, of: dropped.load) }
    }

    /// Takes the bytes and the number of loads that were forgotten before their decision was read.
    mutating func takeUndecided() -> (bytes: Int64, loads: Int) {
        defer { (unattributedBytes, undecidedLoads) = (0, 0) }
        return (unattributedBytes, undecidedLoads)
    }
}

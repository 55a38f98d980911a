import Recording
import TransportSecurity

extension TrafficBuilder {
    /// A decision that has stopped waiting, and is counted now.
    struct Settled {
        /// The decision, as a line of a recording.
        var line: [UInt8]
        /// What was known of the load when the decision stopped waiting, in case that it is dropped before the decision is
        /// counted.
        var place: RecentLoads.Place?
    }

    /// Keeps a decision about what was seen in a tunnel, of whose load no decision was read. It is the only one on the load,
    /// or it was read before the first one, or the first one is in another recording.
    mutating func wait(_ text: UnsafeBufferPointer<UInt8>, _ known: RecentLoads.Place?) {
        var place = known ?? RecentLoads.Place()
        place.isWaiting = true
        note(place, of: line.id)
        let isHere = hasFirstDecisionHere(line.id, at: line.time)
        let waits = isHere ? waitingHere.append(text, on: line.id) : waitingElsewhere.append(text, on: line.id)
        if !waits { settle(line.id, [Array(text)]) }
        while waitingHere.isOverfull, let oldest = waitingHere.takeOldest() { settle(oldest.load, oldest.lines) }
        while waitingElsewhere.isOverfull, let oldest = waitingElsewhere.takeOldest() {
            leave(oldest.load, oldest.lines)
        }
    }

    /// Whether the first decision on a load, if there is one, is in this recording, and was not forgotten: the load began
    /// after everything that might be missing.
    private func hasFirstDecisionHere(_ load: LoadID, at time: Instant) -> Bool {
        guard let completeSince, let began = load.time else { return false }
        return completeSince < began && began <= time
    }

    /// Counts decisions on a load as first ones, after the line that is being read.
    private mutating func settle(_ load: LoadID, _ lines: [[UInt8]]) {
        settle(lines, recent[load])
    }

    private mutating func settle(_ lines: [[UInt8]], _ place: RecentLoads.Place?) {
        settled += lines.map { Settled(line: $0, place: place) }
    }

    /// Stops to wait for a decision in another recording. A condensed recording keeps the decision, so that it may still be
    /// found there.
    private mutating func leave(_ load: LoadID, _ lines: [[UInt8]]) {
        guard condensing?.keepsSplitLoads == true else { return settle(load, lines) }
        for line in lines { condenseUnmatched(line, on: load) }
        guard var place = recent[load] else { return }
        place.isWaiting = false
        note(place, of: load)
    }

    /// Notes that the first decision on a load was read, so that other decisions on the load need not wait.
    mutating func endWait(for load: LoadID) {
        for line in waitingHere.take(load) + waitingElsewhere.take(load) { settled.append(Settled(line: line)) }
    }

    /// Notes that the facts about a load are dropped.
    mutating func drop(_ place: RecentLoads.Place, of load: LoadID) {
        // Decisions that have stopped waiting have the facts already.
        if place.isWaiting { return settle(waitingHere.take(load) + waitingElsewhere.take(load), place) }
        if condensing?.keepsSplitLoads == true, place.openEntry != nil || place.hasOpenEnd {
            condensing?.droppedLoads.append((load, place))
            if place.openEntry != nil { forgetLoads() }
        } else if place.isUnended {
            unendedLoads += 1
        } else if place.isEndUncounted {
            addEnd(place)
        } else if place.entry == nil, !place.isLeftOut {
            unattributedBytes &+= place.fromClient &+ place.fromServer
            if place.hasEnded, !period.beganBefore(load) { undecidedLoads += 1 }
        }
    }

    /// Counts what has stopped waiting.
    mutating func countSettled() {
        while !settled.isEmpty {
            let next = settled
            settled = []
            for decision in next {
                settling = decision
                // The line was read before, so that it cannot be broken.
                _ = try? decision.line.withUnsafeBufferPointer { try add($0) }
                settling = nil
            }
        }
    }

    /// What waits in the recording for a first decision.
    var waiting: [(load: LoadID, line: [UInt8])] { waitingHere.all + waitingElsewhere.all }

    /// Begins a recording.
    mutating func beginRecording() { (completeSince, latestTime) = (nil, nil) }

    /// Notes the time of an event of the recording.
    mutating func noteTime(_ time: Instant) {
        if completeSince == nil { completeSince = time }
        latestTime = max(latestTime ?? time, time)
    }

    /// Notes that loads of the recording are forgotten, so that decisions on them are not found any more.
    mutating func forgetLoads() { completeSince = latestTime ?? completeSince }

    /// Counts what waited for other lines of the recording, at its end.
    mutating func countWaitingHere() {
        while let oldest = waitingHere.takeOldest() { settle(oldest.load, oldest.lines) }
        countSettled()
    }

    /// Takes what waits for other recordings into the condensed one.
    mutating func condenseWaitingElsewhere() {
        while let oldest = waitingElsewhere.takeOldest() { leave(oldest.load, oldest.lines) }
    }

    /// Counts what waited for other recordings, after all of them were read.
    mutating func countWaitingElsewhere() {
        countWaitingHere()
        while let oldest = waitingElsewhere.takeOldest() { settle(oldest.load, oldest.lines) }
        countSettled()
        let ends = waitingEnds
        waitingEnds = []
        for end in ends { countKnown(end) }
    }

    /// Counts the end of a load in a condensed recording. If no decision on the load was read, the end waits for one.
    mutating func countOrKeep(_ end: OpenLoadEnd) {
        if recent[end.load] == nil, waitingEnds.count < RecentLoads.limit {
            waitingEnds.append(end)
        } else {
            countKnown(end)
            countSettled()
        }
    }

    /// Counts the end of a load whose decision was read. The end of another load must not take the place of loads that are
    /// remembered, whose ends may come next.
    private mutating func countKnown(_ end: OpenLoadEnd) {
        if recent[end.load] == nil {
            unattributedBytes &+= end.fromClient &+ end.fromServer
            undecidedLoads += 1
        } else {
            count(end)
        }
    }
}

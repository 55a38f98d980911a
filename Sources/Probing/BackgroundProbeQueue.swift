/// Work beside the traffic that waits for a quiet moment, so that the loads of an app feel nothing of it: an app that
/// starts makes many handshakes at once, with many servers that nobody knows yet.
///
/// Each piece waits for its courtesy, and then until no handshake has passed for a while, but not for ever; some are
/// begun at once, the others a moment later. Times are milliseconds of a clock that never goes back.
struct BackgroundProbeQueue<Work> {
    /// What waits, from `first` on; before that are places of what was taken.
    private var waiting: [(work: Work?, since: Int64)] = []
    private var first = 0
    private var lastHandshake = Int64.min / 2
    private var lastBegun = Int64.min / 2
    private var begun = 0
    private var isHurried = false

    /// Whether nothing waits.
    var isEmpty: Bool { first == waiting.count }

    /// Takes in a piece of work; gives back the one that has waited longest where there are too many.
    mutating func add(_ work: Work, at now: Int64) -> Work? {
        let crowdedOut = waiting.count - first < Self.limit ? nil : takeFirst()
        waiting.append((work, now))
        return crowdedOut
    }

    /// A handshake of some client passes now.
    mutating func handshakePassed(at now: Int64) {
        lastHandshake = now
    }

    /// Waits for no quiet moment any more.
    mutating func hurry() {
        isHurried = true
    }

    /// The next piece of work, once it is due.
    mutating func next(at now: Int64) -> Work? {
        guard let delay = delay(at: now), delay == 0 else { return nil }
        if now - lastBegun >= Self.breath {
            lastBegun = now
            begun = 0
        }
        begun += 1
        return takeFirst()
    }

    /// In how many milliseconds the next piece is due, if no handshake passes until then; nil where none waits.
    func delay(at now: Int64) -> Int? {
        guard !isEmpty else { return nil }
        let since = waiting[first].since
        let isQuiet = max(since + Self.courtesy, lastHandshake + Self.quiet)
        let due = isHurried ? now : min(isQuiet, since + Self.patience)
        let breathes = begun < Self.atOnce ? now : lastBegun + Self.breath
        return Int(max(0, due - now, breathes - now))
    }

    private mutating func takeFirst() -> Work? {
        let work = waiting[first].work
        // What is taken is let go of at once, and its place before long.
        waiting[first].work = nil
        first += 1
        if first == waiting.count || first == Self.limit {
            waiting.removeFirst(first)
            first = 0
        }
        return work
    }

    /// How long a piece waits at least: for the rest of the handshake that it belongs to.
    static var courtesy: Int64 { 100 }
    /// How long no handshake must have passed.
    static var quiet: Int64 { 50 }
    /// How long a piece waits at most.
    static var patience: Int64 { 1000 }
    /// How many pieces are begun in one breath, and how long that is.
    static var atOnce: Int { 8 }
    static var breath: Int64 { 10 }
    /// How many pieces wait at most.
    static var limit: Int { 4096 }
}

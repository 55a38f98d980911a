/// The limit for the warnings of a log's writer: one a minute. The first loss is reported at once.
struct EventLogWarnings: Sendable {
    /// The time of the last warning; nil before the first one.
    private var last: ContinuousClock.Instant?
    /// The number of lost lines that the last warning named.
    private var reportedLosses = 0

    /// Whether lines were lost since the last warning.
    func hasNewLosses(of state: EventLogState) -> Bool {
        state.queue.withLock { $0.counters.lost } > reportedLosses
    }

    /// Permits the next warning at once.
    mutating func permitNext() { last = nil }

    /// Reports a problem, with the numbers of waiting and lost lines. The sentence has no full stop.
    mutating func warn(_ sentence: String, of state: EventLogState) {
        let now = ContinuousClock.now
        let (waiting, lost) = state.queue.withLock { ($0.unwritten - $0.counters.lost, $0.counters.lost) }
        let isFirstLoss = lost > 0 && reportedLosses == 0
        if !isFirstLoss, let last, now - last < .seconds(60) { return }
        last = now
        reportedLosses = lost
        let counts = [("waiting", waiting), ("lost so far", lost)].filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
        state.warn(sentence + (counts.isEmpty ? "" : "; " + counts.joined(separator: ", ")) + ".")
    }
}

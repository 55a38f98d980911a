/// Probes in the background that wait until no client makes a TLS handshake.
///
/// An app that starts makes many handshakes at once, with many servers that are not known yet. Probes at that moment
/// would slow its loads down. Each probe therefore waits for `minimumDelay`, and then until no handshake has passed for
/// `quietInterval`, but no longer than `maximumDelay`. Probes that are due begin in batches.
///
/// Times are milliseconds of a monotonic clock.
struct BackgroundProbeQueue<Work> {
    /// The probes that wait, from `first` on. The places before `first` are empty.
    private var waiting: [(work: Work?, since: Int64)] = []
    private var first = 0
    private var lastHandshake = Int64.min / 2
    /// The start of the current batch, and the number of its probes that have begun.
    private var batchStart = Int64.min / 2
    private var batchCount = 0
    private var hasDelays = true

    /// Whether no probe waits.
    var isEmpty: Bool { first == waiting.count }

    /// The number of probes that wait.
    var count: Int { waiting.count - first }

    /// Adds a probe. If the queue is full, returns the probe that has waited longest, which leaves the queue.
    mutating func add(_ work: Work, at now: Int64) -> Work? {
        let displaced = count < Self.limit ? nil : takeFirst()
        waiting.append((work, now))
        return displaced
    }

    /// Notes that a TLS handshake of a client passes now.
    mutating func handshakePassed(at now: Int64) {
        lastHandshake = now
    }

    /// Makes every probe due at once, also those that are added later.
    mutating func endDelays() {
        hasDelays = false
    }

    /// Removes and returns the next probe that is due; nil if none is.
    mutating func next(at now: Int64) -> Work? {
        guard let delay = delay(at: now), delay == 0 else { return nil }
        if now - batchStart >= Self.batchInterval {
            batchStart = now
            batchCount = 0
        }
        batchCount += 1
        return takeFirst()
    }

    /// The milliseconds until the next probe is due if no handshake passes in between; nil if no probe waits.
    func delay(at now: Int64) -> Int? {
        guard !isEmpty else { return nil }
        let since = waiting[first].since
        let quietTime = max(since + Self.minimumDelay, lastHandshake + Self.quietInterval)
        let dueTime = hasDelays ? min(quietTime, since + Self.maximumDelay) : now
        let batchTime = batchCount < Self.batchSize ? now : batchStart + Self.batchInterval
        return Int(max(0, dueTime - now, batchTime - now))
    }

    private mutating func takeFirst() -> Work? {
        let work = waiting[first].work
        // Releases the queue's reference at once; the empty places are removed together.
        waiting[first].work = nil
        first += 1
        if first == waiting.count || first == Self.limit {
            waiting.removeFirst(first)
            first = 0
        }
        return work
    }

    /// The shortest delay of a probe: enough for the rest of the handshake that it belongs to.
    static var minimumDelay: Int64 { 100 }
    /// The time without a handshake before a probe begins.
    static var quietInterval: Int64 { 50 }
    /// The longest delay of a probe.
    static var maximumDelay: Int64 { 1000 }
    /// The largest batch.
    static var batchSize: Int { 8 }
    /// The time from one batch to the next.
    static var batchInterval: Int64 { 10 }
    /// The most probes that wait.
    static var limit: Int { 4096 }
}

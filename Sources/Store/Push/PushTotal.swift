import Audit

/// What was pushed.
public struct PushTotal: Sendable {
    /// The number of bytes of recordings.
    public var bytes: Int64 = 0
    /// The identifiers of the recordings.
    public var recordings: Set<String> = []
    /// The number of decisions.
    public var decisions = 0
    /// The number of lines that could not be read, by recording.
    public var brokenLines: [String: Int] = [:]
    /// The paths of files that could not be pushed.
    public var refused: Set<String> = []

    mutating func add(_ batch: PushBatch) {
        let source = batch.part.source
        bytes += batch.position - batch.previousPosition
        recordings.insert(source.id)
        decisions += batch.part.loads.reduce(0) { $0 + $1.counts.decisions }
        if source.brokenLines > 0 { brokenLines[source.name] = source.brokenLines }
    }

    /// What was pushed, in words.
    public var text: String {
        recordings.isEmpty
            ? "nothing new to push."
            : "pushed \(Quantity.of(decisions, "decision")) of \(Quantity.of(recordings.count, "recording"))."
    }
}

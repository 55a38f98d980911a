import Documents

/// The totals of a push: loads, recordings, and the parts that were left out.
public struct PushTotal: Sendable {
    /// The number of bytes of recordings.
    public var bytes: Int64 = 0
    /// The identifiers of the recordings.
    var recordings: Set<String> = []
    /// The number of decisions.
    public var decisions = 0
    /// The number of decisions that were left out because their days were pruned.
    var prunedDecisions = 0
    /// The number of lines that could not be read, by recording.
    var brokenLines: [String: Int] = [:]
    /// The recordings whose last line is incomplete. That line is not counted before it is complete.
    var unfinished: Set<String> = []
    /// The paths of files that hold no load, and of directories that hold no recording.
    public var empty: Set<String> = []
    /// The paths of files that could not be pushed.
    public var refused: Set<String> = []

    /// Adds a batch that the store has.
    ///
    /// - Parameter pruned: The number of its decisions that were left out because their days were pruned.
    mutating func add(_ batch: PushBatch, prunedDecisions pruned: Int) {
        let source = batch.part.source
        bytes += batch.position - batch.previousPosition
        let added = batch.part.loads.reduce(0) { $0 + $1.counts.decisions } - pruned
        decisions += added
        // A copy of a recording under another name, of which the store has all, brings nothing but the name.
        if batch.position > batch.previousPosition || added > 0 { recordings.insert(source.id) }
        prunedDecisions += pruned
        if source.brokenLines > 0 { brokenLines[source.name] = source.brokenLines }
        if source.end == .cutOff, !batch.isComplete {
            unfinished.insert(source.name)
        } else {
            unfinished.remove(source.name)
        }
    }

    /// The numbers in a sentence.
    public var text: String {
        recordings.isEmpty
            ? "nothing new to push."
            : "pushed \(Quantity.of(decisions, "decision")) of \(Quantity.of(recordings.count, "recording"))."
    }

    /// The parts of recordings that were not pushed, apart from refused files: one sentence each.
    public var notes: [String] {
        var notes = empty.sorted().map { "\($0) holds no load." }
        notes += brokenLines.sorted { $0.key < $1.key }.map { "\(Quantity.of($1, "line")) of \($0) cannot be read." }
        notes += unfinished.sorted().map { "The last line of \($0) is not whole yet, and is not counted before it is." }
        if prunedDecisions > 0 {
            notes.append("\(Quantity.of(prunedDecisions, "decision")) of days that were pruned are left out.")
        }
        return notes
    }
}

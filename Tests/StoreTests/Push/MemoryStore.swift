import Recordings
import PostgreSQL

@testable import Store

/// A store in memory, which fails as a server may: before it has added a batch, or after.
final class MemoryStore: RecordingStore {
    /// How much of each recording is counted, by identifier.
    private(set) var positions: [String: StoredRecording] = [:]
    /// The number of decisions that were counted.
    private(set) var decisions = 0
    /// The number of batches that were added.
    private(set) var batches = 0
    /// The share of requests that fail.
    var failureShare = 0.0
    /// How many of the next batches meet another transaction.
    var conflicts = 0
    /// What happens before the next batch is added.
    var beforeNextBatch: (() throws(StoreFailure) -> Void)?
    /// The recording that is refused for its content.
    var refusedRecording: String?

    func state(of source: RecordingSource) throws(StoreFailure) -> StoredRecording? {
        if fails { throw lost }
        return positions[source.id]
    }

    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome {
        if let act = beforeNextBatch {
            beforeNextBatch = nil
            try act()
        }
        let id = batch.part.source.id
        if conflicts > 0 {
            conflicts -= 1
            throw StoreFailure(.unavailable, "deadlock detected", recovery: .repetition(contentMayBeFault: false))
        }
        if id == refusedRecording {
            throw StoreFailure(.unavailable, "the server refuses it (SQLSTATE 22021).", recovery: .otherContent)
        }
        if fails { throw lost }
        guard positions[id]?.position ?? 0 == batch.previousPosition, positions[id]?.isComplete != true else {
            return .overtaken
        }
        positions[id] = StoredRecording(
            position: batch.position, isComplete: batch.isComplete, digest: batch.digest,
            condensedLine: batch.part.source.condensedLine)
        decisions += batch.part.loads.reduce(0) { $0 + $1.counts.decisions }
        batches += 1
        // The connection is lost after the commit, which nobody learns of.
        if fails { throw lost }
        return .added(prunedDecisions: 0)
    }

    private var fails: Bool { Double.random(in: 0..<1) < failureShare }
    private var lost: StoreFailure { StoreFailure(.unavailable, "lost", recovery: .reconnection) }
}

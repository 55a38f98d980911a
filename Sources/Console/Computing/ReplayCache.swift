import Judging

/// A cache of the judge of recorded traffic (`Replay`), which keeps the evaluations of chains from one computation to
/// the next.
public final class ReplayCache {
    /// The last replay; nil before the first one.
    private var last: LastReplay?

    /// A replay with the revisions of the snapshot that it was used for.
    private struct LastReplay {
        let replay: Replay
        let judgeRevision: UInt64
        var contentRevision: UInt64
    }

    /// Creates a cache without a replay.
    public init() {}

    /// The replay for a snapshot of traffic.
    func replay(for snapshot: TrafficSnapshot) -> Replay {
        if let last, last.judgeRevision == snapshot.judgeRevision {
            // Answers of servers may differ with new facts.
            if last.contentRevision != snapshot.contentRevision { last.replay.forgetAnswers() }
            self.last?.contentRevision = snapshot.contentRevision
            return last.replay
        }
        let replay = snapshot.judge.replay()
        last = LastReplay(
            replay: replay, judgeRevision: snapshot.judgeRevision, contentRevision: snapshot.contentRevision)
        return replay
    }
}

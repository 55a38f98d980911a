import Judging

/// Keeps the judge of recorded traffic (`Replay`) between computations, so the chains are evaluated once.
public final class ReplayCache {
    private var last: (judgeRevision: UInt64, contentRevision: UInt64, replay: Replay)?

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
        last = (snapshot.judgeRevision, snapshot.contentRevision, replay)
        return replay
    }
}

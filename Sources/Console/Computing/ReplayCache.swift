import Judging

/// A cache with the judge of recorded traffic (`Replay`) of the last computation. The judge keeps its evaluations of
/// certificate chains, which a following computation on the same traffic then saves.
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
            // The judge has derived the answers of servers from facts that may have changed.
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

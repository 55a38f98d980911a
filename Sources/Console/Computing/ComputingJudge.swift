import Audit

/// The judge of the thread that computes, with the chains that it has evaluated for earlier computations.
public final class ComputingJudge {
    private var last: (judgeRevision: UInt64, contentRevision: UInt64, replay: Replay)?

    /// Creates a judge that has evaluated nothing.
    public init() {}

    /// The judge of a snapshot of traffic.
    func replay(for snapshot: TrafficSnapshot) -> Replay {
        if let last, last.judgeRevision == snapshot.judgeRevision {
            if last.contentRevision != snapshot.contentRevision { last.replay.forgetAnswers() }
            self.last?.contentRevision = snapshot.contentRevision
            return last.replay
        }
        let replay = snapshot.judge.replay()
        last = (snapshot.judgeRevision, snapshot.contentRevision, replay)
        return replay
    }
}

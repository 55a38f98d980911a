import HTTPServer
import Judging

/// The answer to a request to the API, or the computation that makes it.
public enum ConsoleAnswer: Sendable {
    /// The response to the request.
    case response(ServerResponse)
    /// The computation whose result is the response.
    case computation(ConsoleComputation)
}

/// Work that may take seconds, for a request or for the console itself. Another thread does the work on copies of
/// values, while the console's thread serves other requests.
public struct ConsoleComputation: Sendable {
    /// The result of a computation. The console's own thread turns it into a response.
    public enum Result: Sendable {
        /// The response itself.
        case response(ServerResponse)
        /// A policy to keep.
        case policy(UploadedPolicy)
        /// The result of a search for unused exceptions, with the number and the duration of the search.
        case unusedExceptions(UnusedExceptionResult, search: Int, took: Duration)
    }

    /// The work. Its argument is the cache that all computations share.
    private let work: @Sendable (ReplayCache) throws(ConsoleProblem) -> Result

    /// Creates a computation.
    public init(_ work: @escaping @Sendable (ReplayCache) throws(ConsoleProblem) -> Result) {
        self.work = work
    }

    /// Does the work. A problem that it throws becomes a response.
    public func result(by cache: ReplayCache) -> Result {
        do throws(ConsoleProblem) {
            return try work(cache)
        } catch {
            return .response(.problem(error))
        }
    }
}

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

/// Work for a request that may take seconds. It is done on another thread, from values that were copied for it, so that
/// the console goes on serving.
public struct ConsoleComputation: Sendable {
    /// What a computation finds out. The console's own thread makes the response of it.
    public enum Result: Sendable {
        /// The response itself.
        case response(ConsoleResponse)
        /// A policy to keep.
        case policy(UploadedPolicy)
        /// The exceptions that no load needed, and the revision of the content that was searched.
        case neverNeeded(NeverNeededResult, of: UInt64)
    }

    private let work: @Sendable (ComputingJudge) throws(ConsoleProblem) -> Result

    /// Creates a computation. A problem that the work throws is the response.
    public init(
        outlivesRequest: Bool = false, _ work: @escaping @Sendable (ComputingJudge) throws(ConsoleProblem) -> Result
    ) {
        self.work = work
    }

    /// Does the work.
    public func result(by judge: ComputingJudge) -> Result {
        do throws(ConsoleProblem) {
            return try work(judge)
        } catch {
            return .response(.problem(error))
        }
    }
}

/// What becomes of a request.
public enum ConsoleAnswer: Sendable {
    /// It is answered.
    case response(ConsoleResponse)
    /// It is answered once this was computed.
    case computation(ConsoleComputation)
}

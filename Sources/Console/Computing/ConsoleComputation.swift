import HTTPServer

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

/// The answer to a request to the API, or the computation that makes it.
public enum ConsoleAnswer: Sendable {
    /// The response to the request.
    case response(ServerResponse)
    /// The computation whose result is the response.
    case computation(ConsoleComputation)
}

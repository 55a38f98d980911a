import HTTPServer

/// The answer to a request, or the computation that makes it.
public enum ConsoleAnswer: Sendable {
    /// The response to the request.
    case response(ServerResponse)
    /// The computation whose result is the response.
    case computation(ConsoleComputation)
}

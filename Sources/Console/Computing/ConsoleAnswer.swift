import HTTPServer

/// The answer to a request, or its computation.
public enum ConsoleAnswer: Sendable {
    /// It is answered.
    case response(ServerResponse)
    /// It is answered once this was computed.
    case computation(ConsoleComputation)
}

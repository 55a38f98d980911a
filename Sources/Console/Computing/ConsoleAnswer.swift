import HTTPServer

/// The answer to a request, or the way to it.
public enum ConsoleAnswer: Sendable {
    /// It is answered.
    case response(ServerResponse)
    /// It is answered once this was computed.
    case computation(ConsoleComputation)
}

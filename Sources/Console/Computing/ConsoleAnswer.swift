import HTTPServer

/// What becomes of a request.
public enum ConsoleAnswer: Sendable {
    /// It is answered.
    case response(ServerResponse)
    /// It is answered once this was computed.
    case computation(ConsoleComputation)
}

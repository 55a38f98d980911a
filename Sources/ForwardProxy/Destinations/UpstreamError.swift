/// The reason why a destination could not be reached or gave no valid response: a fault of the network or of the
/// origin.
public enum UpstreamError: Error, Hashable, Sendable {
    /// The name has no address.
    case nameNotFound
    /// The name servers did not say in time which addresses the name has.
    case lookupTimedOut
    /// The destination refused the connection.
    case refused
    /// There is no route to the destination.
    case unreachable
    /// The destination did not answer in time.
    case timedOut
    /// The origin took the request and sent no response in time.
    case responseTimedOut
    /// The origin's response is not valid HTTP.
    case malformedResponse
    /// The origin closed the connection before its response was complete.
    case closedBeforeResponse
    /// The origin closed a tunnel in the middle of the TLS handshake.
    case closedDuringHandshake
}

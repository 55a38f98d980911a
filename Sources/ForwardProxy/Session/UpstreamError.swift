/// Why a destination could not be reached, or did not answer as HTTP asks: the network's or the origin's fault.
public enum UpstreamError: Error, Hashable, Sendable {
    /// The name has no address.
    case nameNotFound
    /// The destination refused the connection.
    case refused
    /// There is no route to the destination.
    case unreachable
    /// The destination did not answer in time.
    case timedOut
    /// The origin took the request and did not answer in time.
    case responseTimedOut
    /// What the origin sent is no HTTP.
    case malformedResponse
    /// The origin closed the connection before its response head was complete.
    case closedBeforeResponse
}

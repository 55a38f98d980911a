import TransportSecurity

extension Session {
    /// An event that the connection tells its session.
    public enum Event {
        /// Bytes came from the client.
        case clientSent(ArraySlice<UInt8>)
        /// The client closed its side (half-close).
        case clientFinished
        /// The connection to the client broke.
        case clientFailed
        /// The answer to `.authenticate`.
        case authenticated(Authentication)
        /// The answer to `.decide`: the load may go to the addresses of the permit.
        case permitted(Permit)
        /// The answer to `.decide` or `.connect`, or the end of a tunnel: the load is refused.
        case refused(Refusal)
        /// The answer to `.connect`: the connection to the origin is open. `isReused` says that it carried an earlier
        /// exchange. The origin may then close it at any time without fault. With an upstream proxy, the connection
        /// leads to that proxy, which takes the request to the origin.
        case connected(isReused: Bool, upstreamProxy: UpstreamProxy? = nil)
        /// The answer to `.writeProfile`: the document, or `nil` if it could not be signed.
        case profileWritten([UInt8]?)
        /// The answer to `.readTestCase`: the loads of the test case as JSON, or `nil` if the client has named no such
        /// test case.
        case testCaseRead([UInt8]?)
        /// The answer to `.connect`: there is no connection.
        case connectFailed(UpstreamError)
        /// Bytes came from the origin.
        case originSent(ArraySlice<UInt8>)
        /// The origin closed its side (half-close).
        case originFinished
        /// The connection to the origin broke.
        case originFailed
        /// The bytes that the last `.relay` of this direction counted have all passed.
        case relayed(Direction)
        /// The last `.deadline` has passed.
        case deadlinePassed
        /// The proxy is about to stop: requests under way are finished, and no new one is read.
        case draining
        /// The configuration changed: whether this client is allowed, and whether requests must be authenticated.
        case reconfigured(isAllowed: Bool, requiresAuthentication: Bool)
    }

    /// The direction in which bytes pass.
    public enum Direction: Hashable, Sendable {
        case fromClient
        case fromOrigin
    }
}

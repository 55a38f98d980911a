/// The time within which the next step of a connection must come.
public struct Deadline: Hashable, Sendable {
    /// The step.
    public var phase: Phase
    /// The time in seconds.
    public var seconds: Double

    /// The steps that have a deadline.
    public enum Phase: String, Hashable, Sendable {
        /// The rest of a request head.
        case requestHead
        /// The next request.
        case keepAliveIdle
        /// The response head, after the request was sent.
        case responseHead
        /// The next bytes of a forwarded body, in either direction.
        case body
        /// The rest of the body of a refused request.
        case discardedBody
        /// The rest of the body of a request to the proxy itself.
        case localBody
        /// The client reading the last bytes that were sent to it.
        case closing
    }

    /// Whether bytes in either direction restart the deadline. Only a forwarded body restarts it. Heads and the bodies
    /// that the proxy itself reads must be complete in time, even if they come in many small pieces.
    public var isRestartedByProgress: Bool {
        switch phase {
        case .body: return true
        case .requestHead, .keepAliveIdle, .responseHead, .discardedBody, .localBody, .closing: return false
        }
    }

    /// The deadline of a phase under the given limits.
    init(_ phase: Phase, _ limits: Limits) {
        self.phase = phase
        switch phase {
        // The proxy reads only small bodies itself, which take no longer than a head.
        case .requestHead, .discardedBody, .localBody: seconds = limits.requestHead
        case .keepAliveIdle: seconds = limits.keepAliveIdle
        case .responseHead: seconds = limits.responseHead
        case .body: seconds = limits.bodyIdle
        case .closing: seconds = limits.closing
        }
    }
}

/// How long the connection waits for what comes next before it tells the session that nothing came.
public struct Deadline: Hashable, Sendable {
    /// What is waited for.
    public var phase: Phase
    /// For how long.
    public var seconds: Double

    /// What a connection can wait for.
    public enum Phase: String, Hashable, Sendable {
        /// The rest of a request head.
        case requestHead
        /// The next request.
        case keepAliveIdle
        /// The response head, the request being sent.
        case responseHead
        /// The next bytes of a body, in either direction.
        case body
        /// The rest of the body of a request that was refused.
        case discardedBody
        /// That the client takes the last bytes that it is sent.
        case closing
    }

    /// Whether bytes that pass in either direction start the time anew. Elsewhere they do not: a head that comes
    /// in drips must still be complete in time.
    public var isRestartedByProgress: Bool {
        switch phase {
        case .body: return true
        case .requestHead, .keepAliveIdle, .responseHead, .discardedBody, .closing: return false
        }
    }

    /// The deadline of that phase under those limits.
    init(_ phase: Phase, _ limits: Limits) {
        self.phase = phase
        switch phase {
        case .requestHead, .discardedBody: seconds = limits.requestHead
        case .keepAliveIdle: seconds = limits.keepAliveIdle
        case .responseHead: seconds = limits.responseHead
        case .body: seconds = limits.bodyIdle
        case .closing: seconds = limits.closing
        }
    }
}

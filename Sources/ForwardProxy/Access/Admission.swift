/// The decision whether to serve a client that has connected.
public enum Admission: Hashable, Sendable {
    /// The client is served.
    case admitted
    /// The client may not use this proxy (`ClientRules`). Its first request is answered with 403.
    case notAllowed
    /// The client already has `Limits.connectionsPerClient` connections. Its first request is answered with 503.
    case tooManyConnections
}

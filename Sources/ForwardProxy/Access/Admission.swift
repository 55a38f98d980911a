/// Whether a client that has connected is served.
public enum Admission: Hashable, Sendable {
    /// It is.
    case admitted
    /// It may not use this proxy (`ClientRules`); its first request is answered with 403.
    case notAllowed
    /// It holds `Limits.connectionsPerClient` connections already; its first request is answered with 503.
    case tooManyConnections
}

import TransportSecurity

/// The reason why a load is refused.
public indirect enum Refusal: Hashable, Sendable {
    /// The verdict has violations, and the mode is `enforce`.
    case blocked(Verdict, Requirements)
    /// The destination cannot be reached.
    case upstream(UpstreamError)
    /// The upstream proxy does not lead to the destination.
    case upstreamProxy(UpstreamProxyFailure)
    /// The request has passed this proxy before.
    case loop
    /// The client may not reach the destination (`DestinationRules`).
    case destinationProhibited
    /// The client of an intercepted connection names no server that can be read, and the mode is `enforce`.
    case unnamedServer
    /// A limit of the proxy is reached. A later attempt may succeed.
    case limitReached
    /// The proxy's machine lacks a resource for the load. A later attempt may succeed.
    case shortage(Shortage)
    /// The probe of the server has no result, through a fault of the proxy.
    case probeFailed
    /// A fact that a permission needs was not proven, through a limitation of the proxy. The note names the fact.
    case unproven(Note)
}

/// The way of a load from the proxy to its server, as events write it.
///
/// The route changes no verdict, but tells whose address an event has, and how far a verdict can be relied on.
public enum Route: String, CaseIterable, Codable, Sendable {
    /// The proxy connected to the server that the client named.
    case direct
    /// The proxy connected to its upstream proxy. The address is the upstream proxy's, which resolves names itself: the
    /// server that was probed and the one that a tunnel reached may be two.
    case upstream
    /// The client does not know of the proxy. Its connection to the address was redirected.
    case transparent
}

/// Whether the proxy takes new clients, as a load balancer or an orchestrator asks for it.
enum Readiness: String {
    /// The proxy does not listen yet.
    case starting
    /// The proxy listens.
    case ready
    /// The proxy takes no new clients, and is about to end.
    case draining
}

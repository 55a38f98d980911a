/// The readiness of the proxy for new clients, for load balancers and orchestrators.
package enum Readiness: String {
    /// The proxy does not listen yet.
    case starting
    /// The proxy listens.
    case ready
    /// The proxy takes no new clients, and is about to end.
    case draining
}

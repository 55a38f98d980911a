import ForwardProxy
import TransportSecurity

/// The result of a probe.
public enum ProbeResult: Sendable {
    /// The server answered. What it offers, or how it refused, is a fact.
    case facts(ServerFacts)
    /// Nothing was found out about the TLS of the server.
    case failed(LoadFailure)
}

import Events
import InternetNames
import TransportSecurity

/// The relation of a line of a recording to its other lines. By their roles, a segment repeats the lines of earlier
/// segments that its decisions refer to. Each segment can therefore be judged without the others.
public enum LineRole: Hashable, Sendable {
    /// A policy or trust store with its identifier. With `replacesOthers`, the policies and trust stores of earlier
    /// lines are no longer in force.
    case policyOrTrust(id: String, replacesOthers: Bool)
    /// Facts about a server, with their identifier and that of the trust store.
    case facts(id: String, Subject, trust: String?)
    /// The offers in the `HTTPS` records of a destination.
    case service(Subject)
    /// A decision about a host, with the identifiers of the facts and of the policy that it is based on.
    case decision(host: Host, facts: String?, policy: String?)

    /// The subject of a line about a host. A later line about the same subject replaces it.
    public struct Subject: Hashable, Sendable {
        /// The host.
        public var host: Host
        /// The port.
        public var port: UInt16
        /// The offer of the ClientHello by which the server was judged; nil for `HTTPS` records.
        public var offer: Offer?
    }
}

extension FactsEvent {
    /// The role of the event in a recording.
    public var role: LineRole {
        .facts(id: id, LineRole.Subject(host: host, port: port, offer: attempts.first?.offer), trust: trust)
    }
}

extension ServiceEvent {
    /// The role of the event in a recording.
    public var role: LineRole { .service(LineRole.Subject(host: host, port: port)) }
}

extension DecisionEvent {
    /// The role of the event in a recording; nil if it refers to no other line.
    public var role: LineRole? { host.map { .decision(host: $0, facts: facts, policy: policy?.digest) } }
}

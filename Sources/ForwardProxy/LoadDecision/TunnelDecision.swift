import TransportSecurity

extension LoadDecision {
    /// The decision about a tunnel, and its consequences.
    public struct TunnelDecision: Sendable {
        /// Whether the tunnel may go on.
        public var decision: Decision
        /// Whether the server has answered a ClientHello: a note of its silence is to be forgotten.
        public var endsSilence = false
        /// The verdict for the recording; nil where a later one is recorded.
        public var record: TunnelRecord? = nil
    }

    /// The verdict on the bytes of a tunnel, with its basis. An object, because it is large and is kept until the
    /// client has accepted its server.
    public final class TunnelRecord: Sendable {
        /// The verdict.
        public let verdict: Verdict
        /// The input of the rules.
        public let observation: TunnelObservation
        /// The facts about the server; nil where there are none.
        public let facts: ServerFacts?
        /// Whether the tunnel contradicts the facts. Such facts are to be forgotten; where they are, a note says so.
        public let contradictsFacts: Bool
        /// Whether it matters that the client accepts the server: trust in its certificates failed, or is not known.
        public let dependsOnAcceptance: Bool

        /// Creates a record with these parts.
        public init(
            verdict: Verdict, observation: TunnelObservation, facts: ServerFacts?,
            contradictsFacts: Bool, dependsOnAcceptance: Bool = false
        ) {
            (self.verdict, self.observation, self.facts) = (verdict, observation, facts)
            (self.contradictsFacts, self.dependsOnAcceptance) = (contradictsFacts, dependsOnAcceptance)
        }

        /// Whether the server asks for a client certificate. Only later messages show whether it accepts the client.
        public var asksForClientCertificate: Bool {
            observation.probed?.asksForClientCertificate == true
                || observation.presented?.asksForClientCertificate == true
        }

        /// The client's acceptance in the recording, by its reaction in the tunnel.
        ///
        /// A client that sends a certificate of its own in TLS 1.3 sends more than Finished before it has accepted
        /// anything. The surplus does not count as application data.
        public func accepted(_ reaction: Tunnel.ClientReaction) -> Bool? {
            guard dependsOnAcceptance else { return nil }
            if reaction == .accepted, observation.agreement?.version == .tls1_3,
                observation.probed?.asksForClientCertificate == true
            {
                return nil
            }
            return reaction.isAcceptance
        }
    }
}

extension Observation {
    /// Whether the server asks for a client certificate.
    fileprivate var asksForClientCertificate: Bool {
        switch self {
        case .secure(let handshake, _): handshake.requestsClientCertificate
        case .cleartext, .certificates, .noHandshake: false
        }
    }
}

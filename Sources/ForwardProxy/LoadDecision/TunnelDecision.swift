import TransportSecurity

extension LoadDecision {
    /// The decision about a tunnel, and what else follows from what was seen in it.
    public struct TunnelDecision: Equatable, Sendable {
        /// Whether the tunnel may go on.
        public var decision: Decision
        /// Whether the server has answered a ClientHello: a note of its silence is to be forgotten.
        public var endsSilence = false
        /// The verdict for the recording; nil where a later one is recorded.
        public var record: TunnelRecord?
    }

    /// The verdict on what passed in a tunnel, with what it rests on.
    public struct TunnelRecord: Equatable, Sendable {
        /// The verdict.
        public var verdict: Verdict
        /// What the rules looked at.
        public var observation: TunnelObservation
        /// The facts about the server; nil where there are none.
        public var facts: ServerFacts?
        /// Whether the tunnel contradicts the facts. They are to be forgotten; where they are, a note says so.
        public var contradictsFacts: Bool
    }
}

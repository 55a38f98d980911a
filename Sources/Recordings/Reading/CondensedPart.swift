import Events
import TransportSecurity

/// The counts of a part of a recording, which a store adds up. Their sum over all parts is the content of the condensed
/// recording.
public struct CondensedPart: Sendable {
    /// The totals of the recording up to the end of the part.
    public var source: RecordingSource
    /// The events of the part that are not about loads: policies, trust stores, facts about servers, offers of
    /// destinations and names of test cases.
    public var statements: [Statement] = []
    /// The kinds of the loads.
    public var kinds: [Kind] = []
    /// The counts of loads in this part.
    public var loads: [CondensedLoads] = []

    /// An event that is not about a load.
    public struct Statement: Sendable {
        /// The SHA-256 digest of the event without its time, in hexadecimal.
        public var digest: String
        /// The event.
        public var event: RecordedEvent
        /// The event as a line of a condensed recording.
        public var line: [UInt8]
    }

    /// A kind of loads.
    public struct Kind: Sendable {
        /// The identifier.
        public var id: LoadKindID
        /// The earliest decision.
        public var decision: DecisionEvent
        /// The identifier of the load of that decision.
        public var load: String
        /// The kind as a line of a condensed recording.
        public var line: [UInt8]
    }
}

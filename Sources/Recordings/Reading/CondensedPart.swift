import Events
import TransportSecurity

/// The counts of a part of a recording, for stores that add parts up.
///
/// The sum of the parts of a recording is the content of a condensed recording of it.
public struct CondensedPart: Sendable {
    /// The numbers of the whole recording up to the end of the part.
    public var source: RecordingSource
    /// Policies, trust stores, facts about servers, offers of destinations and the names of test cases.
    public var statements: [Statement] = []
    /// The kinds of the loads.
    public var kinds: [Kind] = []
    /// The numbers of loads in this part.
    public var loads: [CondensedLoads] = []

    /// An event that is not about a load.
    public struct Statement: Sendable {
        /// The SHA-256 digest of the event without its time, in hexadecimal.
        public var digest: String
        /// The event.
        public var event: RecordedEvent
        /// The line of a condensed recording.
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
        /// The line of a condensed recording.
        public var line: [UInt8]
    }
}

import Events
import InternetNames
import TransportSecurity

/// The loads that one worker of a running proxy has seen since its last batch, for a console that shows live traffic.
///
/// One decision of each kind of loads is sent whole. The other decisions of the kind only add to numbers, times,
/// devices, users and labels.
public struct LiveBatch: Sendable {
    /// The policies that came into force, before decisions that refer to them.
    public var policies: [PolicyEvent] = []
    /// The trust stores that came into force.
    public var trust: [TrustEvent] = []
    /// The facts that were found, before decisions that refer to them, unless another worker found them.
    public var facts: [FactsEvent] = []
    /// The offers of destinations according to the DNS.
    public var services: [ServiceEvent] = []
    /// The names of test cases.
    public var labels: Set<String> = []
    /// The kinds of loads that the worker has not sent yet, or has forgotten.
    public var kinds: [Kind] = []
    /// The loads of all kinds, also of new ones.
    public var counts: [Count] = []
    /// The events of single loads, in their order, at most `loadLimit`. Earlier ones are left out.
    public var loads: [RecentLoadEvent] = []
    /// The number of decisions that are not in `counts`, because the batch had too many kinds or rows.
    public var lostDecisions = 0
    /// The number of facts that were left out, because there were too many at once.
    public var lostFacts = 0

    /// The largest number of events of single loads.
    public static let loadLimit = 2000

    /// Creates an empty batch.
    public init() {}

    /// Whether the batch has neither events nor counts.
    public var isEmpty: Bool {
        policies.isEmpty && trust.isEmpty && facts.isEmpty && services.isEmpty && labels.isEmpty && kinds.isEmpty
            && counts.isEmpty && loads.isEmpty && lostDecisions == 0 && lostFacts == 0
    }

    /// A kind of decisions.
    public struct Kind: Sendable {
        /// The identifier.
        public var id: LoadKindID
        /// A decision of this kind.
        public var decision: DecisionEvent

        /// Creates a kind.
        public init(id: LoadKindID, decision: DecisionEvent) {
            self.id = id
            self.decision = decision
        }
    }

    /// The key under which loads are counted together.
    public struct Row: Hashable, Sendable {
        /// The kind of the loads.
        public var kind: LoadKindID
        /// For further decisions on loads, such as on their tunnels, the kind of the first ones; else nil.
        public var after: LoadKindID?

        /// Creates a row.
        public init(_ kind: LoadKindID, after: LoadKindID? = nil) {
            (self.kind, self.after) = (kind, after)
        }
    }

    /// The decisions of one row since the last batch.
    public struct Count: Sendable {
        /// The row.
        public var row: Row
        /// The number of decisions, 0 if loads only ended.
        public var decisions = 0
        /// The time of the first decision; without meaning if there are no decisions.
        public var first: Instant
        /// The time of the last decision; without meaning if there are no decisions.
        public var last: Instant
        /// The number of bytes from clients in loads that ended, after decisions of the row or before them.
        public var bytesFromClient: Int64 = 0
        /// The number of bytes from servers in loads that ended.
        public var bytesFromServer: Int64 = 0
        /// The number of loads that ended as if the device itself had refused the server.
        public var clientRefusals = 0
        /// The number of decisions by the client's address, at most `deviceLimit`.
        public var devices: [Device] = []
        /// The number of decisions for clients beyond the limit.
        public var otherDeviceDecisions = 0

        /// The number of decisions by the name of the test case, at most `labelLimit`.
        public var labels: [Label] = []
        /// The number of decisions on loads of test cases beyond the limit.
        public var otherLabelDecisions = 0

        /// The largest number of test cases in one count.
        public static let labelLimit = 64
        /// The largest number of devices in one count.
        public static let deviceLimit = 64

        /// Creates a count without decisions.
        public init(_ row: Row, at time: Instant) {
            self.row = row
            first = time
            last = time
        }
    }

    /// A test case and the number of decisions on its loads.
    public struct Label: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The number of decisions.
        public var decisions: Int

        /// Creates a test case.
        public init(name: String, decisions: Int) {
            self.name = name
            self.decisions = decisions
        }
    }

    /// A client and the number of its decisions.
    public struct Device: Hashable, Sendable {
        /// The address of the client.
        public var address: IPAddress
        /// The proxy user of the last decision; nil without authentication.
        public var user: String?
        /// The number of decisions.
        public var decisions: Int

        /// Creates a device.
        public init(address: IPAddress, user: String? = nil, decisions: Int) {
            self.address = address
            self.user = user
            self.decisions = decisions
        }
    }
}

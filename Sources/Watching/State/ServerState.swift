import TransportSecurity

/// The state of one watched server, as a pass found it. The next pass compares its own state with this one.
public struct ServerState: Hashable, Codable, Sendable {
    /// The reason why the server was not reached, as a sentence; nil if it was. The other members are then those of the
    /// last time that it was reached.
    public var outage: String?
    /// The agreement on a handshake; nil for cleartext, and if none completed.
    public var connection: Connection?
    /// The server's certificate; nil if none was seen.
    public var certificate: Leaf?
    /// The certificates that the server had before, oldest first; nil if there are none.
    public internal(set) var formerCertificates: [Leaf]?
    /// The ends of the chains of certificates that were seen; nil if none was, or in a state of an earlier version.
    public var chainEnds: [Instant]?
    /// The facts that ought to change, each kind and name once.
    public var conditions: [Condition]
    /// The certificates of the chain that a pin names, a sentence each.
    public var pins: [String]

    /// Creates a state.
    public init(
        outage: String? = nil, connection: Connection? = nil, certificate: Leaf? = nil,
        conditions: [Condition] = [], pins: [String] = []
    ) {
        self.outage = outage
        self.connection = connection
        self.certificate = certificate
        self.conditions = conditions
        self.pins = pins
    }

    /// The agreement of a handshake.
    public struct Connection: Hashable, Codable, Sendable {
        /// The version.
        public var version: TLSVersion
        /// The registered name of the cipher suite.
        public var cipher: String
        /// Whether the suite has forward secrecy.
        public var hasForwardSecrecy: Bool
        /// The name of the group; nil if it is not known.
        public var group: String?
        /// Whether the group resists quantum computers.
        public var isPostQuantum: Bool

        /// Creates an agreement.
        public init(
            version: TLSVersion, cipher: String, hasForwardSecrecy: Bool = true, group: String? = nil,
            isPostQuantum: Bool = false
        ) {
            self.version = version
            self.cipher = cipher
            self.hasForwardSecrecy = hasForwardSecrecy
            self.group = group
            self.isPostQuantum = isPostQuantum
        }
    }

    /// The members of a server's certificate that are compared.
    public struct Leaf: Hashable, Codable, Sendable {
        /// SHA-256 of the SubjectPublicKeyInfo in Base64, as pins have it.
        public var key: String
        /// The issuer in the form of RFC 4514.
        public var issuer: String
        /// The end of the validity period.
        public var notAfter: Instant

        /// Creates the members.
        public init(key: String, issuer: String, notAfter: Instant) {
            self.key = key
            self.issuer = issuer
            self.notAfter = notAfter
        }
    }
}

extension ServerState {
    /// The state of a server that is not reached now.
    ///
    /// - Parameter known: The state before; nil if the server was never seen.
    public static func down(_ reason: String, after known: ServerState?) -> ServerState {
        var state = known ?? ServerState()
        state.outage = reason
        return state
    }

    /// The state, with the members of the former state that this pass did not see. A pass without a chain sees nothing
    /// of the certificate, and a pass without a handshake sees nothing of the connection.
    func completed(by known: ServerState?) -> ServerState {
        guard outage == nil, let known else { return self }
        var state = self
        if state.certificate == nil {
            (state.certificate, state.pins) = (known.certificate, known.pins)
            state.chainEnds = known.chainEnds
            let identities = Set(conditions.map(\.identity))
            state.conditions += known.conditions.filter { $0.needsChain && !identities.contains($0.identity) }
        }
        state.connection = state.connection ?? known.connection
        let present = state.certificate
        let former = ((known.formerCertificates ?? []) + [known.certificate].compactMap(\.self)).filter {
            $0.key != present?.key || $0.issuer != present?.issuer
        }
        var newestFirst: [Leaf] = []
        for leaf in former.reversed() where newestFirst.count < WatchLimits.formerCertificates {
            let isRepeated = newestFirst.contains { $0.key == leaf.key && $0.issuer == leaf.issuer }
            if !isRepeated { newestFirst.append(leaf) }
        }
        state.formerCertificates = newestFirst.isEmpty ? nil : newestFirst.reversed()
        return state
    }

    /// The state without notices of renewal that nobody was told before the certificate expired. The expiry is told
    /// once, by the rule.
    func withoutLateNotices(after known: ServerState?) -> ServerState {
        let told = Set((known?.conditions ?? []).map(\.identity))
        var state = self
        state.conditions.removeAll {
            $0.kind == .renewal && hasCome($0) && !told.contains($0.identity)
        }
        return state
    }

    /// Whether the rule that a condition foretold is violated now.
    func hasCome(_ condition: Condition) -> Bool {
        condition.foretoldRule.map { rule in
            conditions.contains { [.violation, .warning].contains($0.kind) && $0.name == rule }
        } ?? false
    }

    /// Whether a condition says that a load fails now.
    public var isViolating: Bool { conditions.contains { $0.kind == .violation || $0.kind == .warning } }

    /// Whether a condition says that the discovery for the domain fails, or that its result is not known.
    public var failsDiscovery: Bool { conditions.contains { $0.kind == .discovery || $0.kind == .openDiscovery } }

    /// Adds conditions, each kind and name once. A server that is not reached keeps its own.
    public mutating func add(_ added: [Condition]) {
        guard outage == nil else { return }
        for condition in added where !conditions.contains(where: { $0.identity == condition.identity }) {
            conditions.append(condition)
        }
    }

    /// Whether a condition says that the server could not be judged.
    public var isUnjudged: Bool { conditions.contains { $0.kind == .unjudged } }
}

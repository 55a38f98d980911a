/// The Certificate Transparency logs to believe, as Apple and Google publish them.
///
/// Decodes Apple's schema v5 and the v3 schema that it extends; what else stands in them is passed over.
public struct TransparencyLogList: Hashable, Sendable {
    /// When the list was made; nil where it does not say.
    public var date: Instant?
    /// The logs by their identifiers: SHA-256 of their keys, 32 bytes.
    public var logs: [[UInt8]: Log]

    /// A list of those logs, made at that instant. Of two logs of one identifier, the later stands.
    public init(date: Instant?, logs: some Sequence<Log>) {
        self.date = date
        self.logs = Dictionary(logs.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// A device that had no list for this long, in seconds, skips the check (`CertificateTransparency.m`,
    /// `SecPolicyCheckSystemTrustedCTRequired`).
    public static let oldestUsefulAge: Int64 = 60 * 86_400

    /// Whether the list is too old to refuse a certificate by it, or of no date.
    public func isStale(at time: Instant) -> Bool {
        guard let date else { return true }
        return time.seconds - date.seconds > Self.oldestUsefulAge
    }

    /// One log.
    public struct Log: Hashable, Sendable {
        /// SHA-256 of its key, 32 bytes.
        public var id: [UInt8]
        /// Its public key: a SubjectPublicKeyInfo in DER.
        public var key: [UInt8]
        /// Its name, for people.
        public var name: String
        /// Who runs it.
        public var operatorName: String
        /// What it is worth.
        public var state: State
        /// When the state was entered; nil where the list does not say.
        public var stateSince: Instant?
        /// It takes only certificates that end at this instant or later; nil where it does not mind.
        public var shardStart: Instant?
        /// It takes only certificates that end before this instant; nil where it does not mind.
        public var shardEnd: Instant?

        /// A log with these facts.
        public init(
            id: [UInt8], key: [UInt8], name: String, operatorName: String, state: State, stateSince: Instant? = nil,
            shardStart: Instant? = nil, shardEnd: Instant? = nil
        ) {
            self.id = id
            self.key = key
            self.name = name
            self.operatorName = operatorName
            self.state = state
            self.stateSince = stateSince
            self.shardStart = shardStart
            self.shardEnd = shardEnd
        }
    }

    /// What a log is worth, from its admission to its end.
    public enum State: String, Hashable, Sendable {
        /// Asked for admission; not believed yet. Also a log whose state is missing or of no name we know.
        case pending
        /// Admitted.
        case qualified
        /// Admitted, and for long enough that certificates may rest on it.
        case usable
        /// Believed for what it signed before it froze.
        case readonly
        /// Believed for embedded timestamps from before its retirement, and no longer for others.
        case retired
        /// Not believed.
        case rejected
    }
}

extension TransparencyLogList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case date = "log_list_timestamp"
        case operators
    }

    /// Decodes a list; an error where the shape is not that of a log list, or an identifier or key is no Base64.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let operators = try container.decode([Operator].self, forKey: .operators)
        let logs = operators.flatMap { entry in
            // Logs of the static API stand in a list of their own; their timestamps are the same.
            ((entry.logs ?? []) + (entry.tiledLogs ?? [])).map { $0.log(of: entry.name) }
        }
        self.init(date: try container.decodeIfPresent(Instant.self, forKey: .date), logs: logs)
    }

    private struct Operator: Decodable {
        var name: String
        var logs: [Entry]?
        var tiledLogs: [Entry]?

        enum CodingKeys: String, CodingKey {
            case name, logs
            case tiledLogs = "tiled_logs"
        }
    }

    private struct Entry: Decodable {
        var description: String?
        var id: Base64Bytes
        var key: Base64Bytes
        var state: [String: Since]?
        var interval: Interval?

        enum CodingKeys: String, CodingKey {
            case description, key, state
            case id = "log_id"
            case interval = "temporal_interval"
        }

        func log(of operatorName: String) -> Log {
            // The state is the only key of its object.
            let named = state?.first { State(rawValue: $0.key) != nil }
            return Log(
                id: id.bytes, key: key.bytes, name: description ?? operatorName, operatorName: operatorName,
                state: named.flatMap { State(rawValue: $0.key) } ?? .pending, stateSince: named?.value.timestamp,
                shardStart: interval?.start, shardEnd: interval?.end)
        }
    }

    private struct Since: Decodable {
        var timestamp: Instant?
    }

    private struct Interval: Decodable {
        var start: Instant
        var end: Instant

        enum CodingKeys: String, CodingKey {
            case start = "start_inclusive"
            case end = "end_exclusive"
        }
    }
}

/// Bytes that stand in JSON as Base64 (RFC 4648 §4).
private struct Base64Bytes: Decodable {
    var bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let bytes = Base64.decode(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is not Base64")
        }
        self.bytes = bytes
    }
}

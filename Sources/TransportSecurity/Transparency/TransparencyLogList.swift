/// A list of known Certificate Transparency logs, as Apple and Google publish it.
///
/// The decoder reads Apple's schema v5 and the v3 schema that it extends. Other members are ignored.
public struct TransparencyLogList: Hashable, Sendable {
    /// The date of the list; nil if the list has none.
    public var date: Instant?
    /// The logs by identifier, the SHA-256 of their key (32 bytes).
    public var logs: [[UInt8]: Log]

    /// Creates a list. If two logs have the same identifier, the later one is kept.
    public init(date: Instant?, logs: some Sequence<Log>) {
        self.date = date
        self.logs = Dictionary(logs.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// The age in seconds after which a list is too old. A device whose list is older skips the check
    /// (`CertificateTransparency.m`, `SecPolicyCheckSystemTrustedCTRequired`).
    public static let oldestUsefulAge: Int64 = 60 * 86_400

    /// Whether the list is too old, or has no date. No certificate may be refused because of such a list.
    public func isStale(at time: Instant) -> Bool {
        guard let date else { return true }
        return time.seconds - date.seconds > Self.oldestUsefulAge
    }

    /// One Certificate Transparency log.
    public struct Log: Hashable, Sendable {
        /// SHA-256 of the log's key, 32 bytes.
        public var id: [UInt8]
        /// The log's public key, a SubjectPublicKeyInfo in DER.
        public var key: [UInt8]
        /// The log's display name.
        public var name: String
        /// The operator of the log.
        public var operatorName: String
        /// The state of the log.
        public var state: State
        /// The time when the log entered its state; nil if the list does not tell.
        public var stateSince: Instant?
        /// The log accepts only certificates that expire at this time or later; nil if there is no limit.
        public var shardStart: Instant?
        /// The log accepts only certificates that expire before this time; nil if there is no limit.
        public var shardEnd: Instant?

        /// Creates a log with the given facts.
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

    /// The state of a log, in the order of its life.
    public enum State: String, Hashable, Sendable {
        /// Not accepted yet; also a log whose state is missing or unknown.
        case pending
        /// Accepted.
        case qualified
        /// Accepted for long enough that CAs may rely on the log.
        case usable
        /// Accepted for timestamps from before it was frozen.
        case readonly
        /// Accepted for embedded timestamps from before its retirement only.
        case retired
        /// Not accepted.
        case rejected
    }
}

extension TransparencyLogList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case date = "log_list_timestamp"
        case operators
    }

    /// Decodes a list. Throws an error if the input is not a log list, or an identifier or key is not Base64.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let operators = try container.decode([Operator].self, forKey: .operators)
        let logs = operators.flatMap { entry in
            // Logs with the static API are listed separately. Their timestamps have the same form.
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
            // The name of the state is the only key of its object.
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

/// Bytes in Base64 in JSON (RFC 4648 §4).
private struct Base64Bytes: Decodable {
    var bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let bytes = Base64.decode(text, accepting: [.whiteSpace, .spareBits]), !bytes.isEmpty else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is not Base64")
        }
        self.bytes = bytes
    }
}

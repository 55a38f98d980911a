extension TransparencyLogList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case date = "log_list_timestamp"
        case operators
    }

    /// Decodes a list; an error where the shape is not that of a log list, or an identifier or key is no Base64.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let operators = try container.decode([Operator].self, forKey: .operators)
        self.init(
            date: try container.decodeIfPresent(Instant.self, forKey: .date),
            logs: operators.flatMap { entry in
                // Logs of the static API stand in a list of their own; their timestamps are the same.
                ((entry.logs ?? []) + (entry.tiledLogs ?? [])).map { $0.log(of: entry.name) }
            })
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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not Base64")
        }
        self.bytes = bytes
    }
}

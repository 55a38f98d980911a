import ForwardProxy

/// The name of a limit: a key under `limits` in the configuration, and the name in `--limit`.
///
/// The time-outs of connects and probes are also limits, but have options of their own.
enum LimitName: String, CaseIterable {
    case head
    case startLine = "start-line"
    case fieldCount = "field-count"
    case trailers
    case chunkExtensions = "chunk-extensions"
    case interimResponses = "interim-responses"
    case pipelined
    case discardedBody = "discarded-body"
    case requestHead = "request-head"
    case keepAliveIdle = "keep-alive-idle"
    case responseHead = "response-head"
    case bodyIdle = "body-idle"
    case closing
    case tunnelHello = "tunnel-hello"
    case tunnelIdle = "tunnel-idle"
    case connections
    case connectionsPerClient = "connections-per-client"
    case passwordFailures = "password-failures"
    case idleOrigins = "idle-origins"
    case idleOriginSeconds = "idle-origin-seconds"
    case examinations
    case probesPerClient = "examinations-per-client"
    case facts

    /// The unit of a limit and its member of `Limits`.
    enum Measure {
        /// In bytes.
        case size(WritableKeyPath<Limits, Int>)
        /// In bytes.
        case length(WritableKeyPath<Limits, UInt64>)
        /// A number of items.
        case count(WritableKeyPath<Limits, Int>)
        case seconds(WritableKeyPath<Limits, Double>)
    }

    var measure: Measure {
        switch self {
        case .head: return .size(\.message.head)
        case .startLine: return .size(\.message.startLine)
        case .fieldCount: return .count(\.message.fieldCount)
        case .trailers: return .size(\.message.trailers)
        case .chunkExtensions: return .size(\.message.chunkExtensions)
        case .interimResponses: return .count(\.message.interimResponses)
        case .pipelined: return .size(\.pipelined)
        case .discardedBody: return .length(\.discardedBody)
        case .requestHead: return .seconds(\.requestHead)
        case .keepAliveIdle: return .seconds(\.keepAliveIdle)
        case .responseHead: return .seconds(\.responseHead)
        case .bodyIdle: return .seconds(\.bodyIdle)
        case .closing: return .seconds(\.closing)
        case .tunnelHello: return .seconds(\.tunnelHello)
        case .tunnelIdle: return .seconds(\.tunnelIdle)
        case .connections: return .count(\.connections)
        case .connectionsPerClient: return .count(\.connectionsPerClient)
        case .passwordFailures: return .count(\.passwordFailures)
        case .idleOrigins: return .count(\.idleOrigins)
        case .idleOriginSeconds: return .seconds(\.idleOriginSeconds)
        case .examinations: return .count(\.probes)
        case .probesPerClient: return .count(\.probesPerClient)
        case .facts: return .count(\.facts)
        }
    }

    /// Sets the limit to the value of a text. An error names the place of the text.
    func set(_ limits: inout Limits, to text: SettingText) throws(CommandFailure) {
        switch measure {
        case .size(let path):
            limits[keyPath: path] = try Self.number(text, "bytes", in: 1...16_777_216)
        case .length(let path):
            limits[keyPath: path] = UInt64(try Self.number(text, "bytes", in: 0...16_777_216))
        case .count(let path):
            limits[keyPath: path] = try Self.number(text, nil, in: 1...1_000_000)
        case .seconds(let path):
            guard let seconds = Double(text.text), (0.001...86_400).contains(seconds) else {
                throw text.isNot("a number of seconds above 0, up to 86400")
            }
            limits[keyPath: path] = seconds
        }
    }

    /// The default value, as written in a configuration.
    var defaultText: String {
        let limits = Limits()
        switch measure {
        case .size(let path), .count(let path): return "\(limits[keyPath: path])"
        case .length(let path): return "\(limits[keyPath: path])"
        case .seconds(let path):
            let seconds = limits[keyPath: path]
            return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        }
    }

    private static func number(
        _ text: SettingText, _ unit: String?, in range: ClosedRange<Int>
    ) throws(CommandFailure) -> Int {
        guard let number = Int(text.text), range.contains(number) else {
            let of = unit.map { " of \($0)" } ?? ""
            throw text.isNot("a whole number\(of) from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

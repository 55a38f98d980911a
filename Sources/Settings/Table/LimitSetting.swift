import ForwardProxy

/// A limit: a key under `limits` in the configuration, and the name in `--limit`.
///
/// The time-outs of connects and probes are also limits, but have options of their own.
package struct LimitSetting: Sendable {
    /// The name.
    package let name: String
    /// The meaning, in sentences for the configuration file; empty if the limit before has them.
    package let help: String
    private let measure: Measure

    /// The unit of a limit and its member of `Limits`.
    private enum Measure: Sendable {
        /// In bytes.
        case size(WritableKeyPath<Limits, Int> & Sendable)
        /// In bytes.
        case length(WritableKeyPath<Limits, UInt64> & Sendable)
        /// A number of items.
        case count(WritableKeyPath<Limits, Int> & Sendable)
        case seconds(WritableKeyPath<Limits, Double> & Sendable)
    }

    /// The limit of a name; nil if there is none.
    package static func named(_ name: String) -> LimitSetting? { all.first { $0.name == name } }

    /// All limits, in the order of the configuration file.
    package static let all = [
        size(
            "head", \.head,
            "The size of a message head, of its start line, and its number of fields; larger requests get 431, 414 and 431."
        ),
        size("start-line", \.startLine),
        count("field-count", \.fieldCount),
        size("trailers", \.trailers, "The sizes of the trailer section and of all extensions of a chunked body."),
        size("chunk-extensions", \.chunkExtensions),
        count("interim-responses", \.interimResponses, "The number of interim responses (1xx) before the final one."),
        size("pipelined", \.pipelined, "The bytes that the proxy reads behind the request that is being answered."),
        LimitSetting(
            name: "discarded-body",
            help: "The bytes of a refused request's body that are read to keep the connection open.",
            measure: .length(\.discardedBody)),
        seconds("request-head", \.requestHead, "From the first byte of a request head to its last; answered with 408."),
        seconds("keep-alive-idle", \.keepAliveIdle, "Between two requests, and before the first."),
        seconds(
            "response-head", \.responseHead,
            "From the end of a request to the head of its response; answered with 504."),
        seconds("body-idle", \.bodyIdle, "The time without a byte of a body in either direction."),
        seconds("closing", \.closing, "The time in which a client has to read its last reply."),
        seconds(
            "tunnel-hello", \.tunnelHello,
            "The time to wait for the rest of a hello in a tunnel, or of the server's answer, while its beginning is held back. In observe nothing is held back; there a hello that is not whole by then is not judged."
        ),
        seconds("tunnel-idle", \.tunnelIdle, "The time without a byte in either direction of a tunnel."),
        count(
            "connections", \.connections,
            "Client connections: in all, and of one address or /64, which leaves a sixteenth of the tunnels for which there are descriptors (ulimit -n)."
        ),
        count("connections-per-client", \.connectionsPerClient),
        count(
            "password-failures", \.passwordFailures,
            "Wrong passwords of one user name from one address or /64 within a minute; further ones are then answered with 429, unread, for a minute. Ten times as many of all names lock the address."
        ),
        count(
            "idle-origins", \.idleOrigins,
            "The number of idle connections to origins that one worker keeps, and the time that it keeps each."),
        seconds("idle-origin-seconds", \.idleOriginSeconds),
        count(
            "examinations", \.probes,
            "Probes of servers that one worker runs at once; further loads that need a probe get 503."),
        count(
            "examinations-per-client", \.probesPerClient,
            "Probes that one worker runs at once for one client address, or one /64 of IPv6, this machine included; further loads get 503. The limit is lower than `examinations`, so that one client cannot use up all probes."
        ),
        count(
            "facts", \.facts,
            "Destinations whose facts are cached; each takes some 10 KiB, and the certificates of all at most 16 KiB for each."
        ),
    ]

    private static func size(
        _ name: String, _ path: WritableKeyPath<Limits, Int> & Sendable, _ help: String = ""
    ) -> Self {
        LimitSetting(name: name, help: help, measure: .size(path))
    }

    private static func count(
        _ name: String, _ path: WritableKeyPath<Limits, Int> & Sendable, _ help: String = ""
    ) -> Self {
        LimitSetting(name: name, help: help, measure: .count(path))
    }

    private static func seconds(
        _ name: String, _ path: WritableKeyPath<Limits, Double> & Sendable, _ help: String = ""
    ) -> Self {
        LimitSetting(name: name, help: help, measure: .seconds(path))
    }
}

extension LimitSetting {
    /// Sets the limit to the value of a text. An error names the place of the text.
    package func set(_ limits: inout Limits, to text: SettingText) throws(CommandFailure) {
        switch measure {
        case .size(let path):
            limits[keyPath: path] = try SettingForm.whole("a whole number of bytes", in: 1...16_777_216).read(text)
        case .length(let path):
            let form = SettingForm.whole("a whole number of bytes", in: 0...16_777_216)
            limits[keyPath: path] = UInt64(try form.read(text))
        case .count(let path):
            limits[keyPath: path] = try SettingForm.whole(in: 1...1_000_000).read(text)
        case .seconds(let path):
            limits[keyPath: path] = try SettingForm.seconds(from: 0.001).read(text)
        }
    }

    /// The default value, as written in a configuration.
    package var defaultText: String {
        let limits = Limits()
        switch measure {
        case .size(let path), .count(let path): return "\(limits[keyPath: path])"
        case .length(let path): return "\(limits[keyPath: path])"
        case .seconds(let path):
            let seconds = limits[keyPath: path]
            return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        }
    }
}

import ForwardProxy

/// A limit: a key under `limits` in the configuration, and the name in `--limit`.
///
/// The time-outs of connects and probes are also limits, but have options of their own.
package struct LimitSetting: Sendable {
    /// The name.
    package let name: String
    /// The meaning, in sentences for the configuration file; empty if those of an earlier limit explain this one too.
    package let help: String
    /// The default value, as written in a configuration.
    package let defaultText: String
    /// Sets the limit to the value of a text. An error names the location of the text.
    package let set: @Sendable (_ limits: inout Limits, _ text: SettingText) throws(CommandFailure) -> Void

    private init<Value>(
        _ name: String, _ path: WritableKeyPath<Limits, Value> & Sendable, _ form: SettingForm<Value>,
        help: String = ""
    ) {
        self.name = name
        self.help = help
        // A number of seconds is written without a fraction where it has none.
        defaultText = "\(Limits()[keyPath: path])".replacing(#/\.0$/#, with: "")
        set = { (limits, text) throws(CommandFailure) in limits[keyPath: path] = try form.read(text) }
    }

    /// The limit of a name; nil if there is none.
    package static func named(_ name: String) -> LimitSetting? { all.first { $0.name == name } }

    /// All limits, in the order of the configuration file.
    package static let all: [LimitSetting] = [
        .init(
            "head", \.message.head, size,
            help: """
                The size of a message head, of its start line, and its number of fields; larger requests get 431, 414 \
                and 431.
                """
        ),
        .init("start-line", \.message.startLine, size),
        .init("field-count", \.message.fieldCount, count),
        .init(
            "trailers", \.message.trailers, size,
            help: "The sizes of the trailer section and of all extensions of a chunked body."),
        .init("chunk-extensions", \.message.chunkExtensions, size),
        .init(
            "interim-responses", \.message.interimResponses, count,
            help: "The number of interim responses (1xx) before the final one."),
        .init(
            "pipelined", \.pipelined, size,
            help: "The bytes that the proxy reads behind the request that is being answered."),
        .init(
            "discarded-body", \.discardedBody, bytesOrNone,
            help: "The bytes of a refused request's body that are read to keep the connection open."),
        .init(
            "request-head", \.requestHead, .seconds,
            help: "From the first byte of a request head to its last; answered with 408."),
        .init("keep-alive-idle", \.keepAliveIdle, .seconds, help: "Between two requests, and before the first."),
        .init(
            "response-head", \.responseHead, .seconds,
            help: "From the end of a request to the head of its response; answered with 504."),
        .init("body-idle", \.bodyIdle, .seconds, help: "The time without a byte of a body in either direction."),
        .init("closing", \.closing, .seconds, help: "The time in which a client has to read its last reply."),
        .init(
            "tunnel-hello", \.tunnelHello, .seconds,
            help: """
                The time to wait for the rest of a hello in a tunnel, or of the server's answer, while its beginning \
                is held back. In observe nothing is held back; there a hello that is not whole by then is not judged.
                """
        ),
        .init("tunnel-idle", \.tunnelIdle, .seconds, help: "The time without a byte in either direction of a tunnel."),
        .init(
            "connections", \.connections, count,
            help: """
                Client connections: in all, beyond which clients wait unanswered, and from one address or /64, beyond \
                which they get 503. One address or /64 never gets more than fifteen sixteenths of the tunnels that \
                the descriptors (ulimit -n) allow.
                """
        ),
        .init("connections-per-client", \.connectionsPerClient, count),
        .init(
            "password-failures", \.passwordFailures, count,
            help: """
                Wrong passwords of one user name from one address or /64 within a minute; further ones are then \
                answered with 429, unread, for a minute. Ten times as many of all names lock the address.
                """
        ),
        .init(
            "idle-origins", \.idleOrigins, count,
            help: "The number of idle connections to origins that one worker keeps, and the time that it keeps each."),
        .init("idle-origin-seconds", \.idleOriginSeconds, .seconds),
        .init(
            "examinations", \.probes, count,
            help: """
                Probes of servers, called examinations here, that one worker runs at once; further loads that need a \
                probe get 503.
                """
        ),
        .init(
            "examinations-per-client", \.probesPerClient, count,
            help: """
                Probes that one worker runs at once for one client address, or one /64 of IPv6, this machine \
                included; further loads get 503. The limit is lower than `examinations`, so that one client cannot \
                use up all probes.
                """
        ),
        .init(
            "facts", \.facts, count,
            help: """
                Destinations whose facts are cached, some 10 KiB each. The certificates of all together take at most \
                16 KiB times this number.
                """
        ),
    ]

    /// A size in bytes, up to 16 MiB.
    private static var size: SettingForm<Int> { .whole("a whole number of bytes", in: 1...16_777_216) }
    /// A number from 1 to a million.
    private static var count: SettingForm<Int> { .whole(in: 1...1_000_000) }
    /// A size in bytes, up to 16 MiB, or 0.
    private static var bytesOrNone: SettingForm<UInt64> {
        SettingForm("a whole number of bytes from 0 to 16777216") { UInt64($0).flatMap { $0 <= 16_777_216 ? $0 : nil } }
    }
}

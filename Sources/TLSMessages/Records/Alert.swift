import TransportSecurity

/// A TLS alert in plaintext (RFC 8446 §6, RFC 5246 §7.2).
public struct Alert: Hashable, Codable, Sendable {
    /// The level. TLS 1.3 ignores it, because the description implies the severity (RFC 8446 §6).
    public var level: Level
    /// The number in the IANA registry "TLS Alerts".
    public var description: UInt8

    /// An alert with that level and number.
    public init(level: Level, description: UInt8) {
        self.level = level
        self.description = description
    }

    /// The severity of an alert.
    public enum Level: UInt8, Hashable, Codable, Sendable {
        /// The connection may go on.
        case warning = 1
        /// The connection ends.
        case fatal = 2
    }

    /// The registered name, for instance `unknown_ca`.
    public var name: String { AlertDescription.name(of: description) }

    /// Whether the alert is `close_notify` or `user_canceled`, which end the connection without an error (RFC 8446
    /// §6.1). Up to TLS 1.2 they are warnings.
    var isClosure: Bool { description == 0 || description == 90 }

    /// Whether the sender may send nothing but alerts afterwards: true for fatal alerts, for `close_notify`, and in TLS
    /// 1.3 for every alert except `user_canceled`. Endpoints ignore `user_canceled` until a `close_notify` follows (RFC
    /// 8446 §6.1). In TLS 1.3 every other alert is fatal (§6.2).
    func closes(inTLS13: Bool) -> Bool {
        level == .fatal || description == 0 || (inTLS13 && description != 90)
    }
}

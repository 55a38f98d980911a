import TransportSecurity

/// A TLS alert that crossed the wire in plaintext (RFC 8446 §6, RFC 5246 §7.2).
public struct Alert: Hashable, Codable, Sendable {
    /// Its level. TLS 1.3 gives it no meaning: there the description alone decides.
    public var level: Level
    /// Its number in the registry "TLS Alerts".
    public var description: UInt8

    /// An alert of that level and number.
    public init(level: Level, description: UInt8) {
        self.level = level
        self.description = description
    }

    /// The two levels.
    public enum Level: UInt8, Hashable, Codable, Sendable {
        /// The connection may go on.
        case warning = 1
        /// The connection ends.
        case fatal = 2
    }

    /// The registered name, `unknown_ca`.
    public var name: String { AlertDescription.name(of: description) }

    /// `close_notify` or `user_canceled`: the sender ends the connection, which up to TLS 1.2 is no fatal alert.
    var isClosure: Bool { description == 0 || description == 90 }

    /// Whether the sender may send nothing but alerts from here on: true for fatal alerts, for `close_notify`, and in TLS
    /// 1.3 for every alert but `user_canceled`. `user_canceled` is left out: endpoints pass over it
    /// until a `close_notify` follows (RFC 8446 §6.1). From TLS 1.3 on every other alert is fatal (§6.2).
    func closes(inTLS13: Bool) -> Bool {
        level == .fatal || description == 0 || (inTLS13 && description != 90)
    }
}

/// The protocol of a client that sent something else than a ClientHello first.
public enum CleartextProtocol: Hashable, Sendable {
    /// An HTTP/1 request with that method.
    case http(method: String)
    /// The preface of HTTP/2 with prior knowledge (RFC 9113 §3.4).
    case http2
    /// The identification of an SSH client (RFC 4253 §4.2).
    case ssh
    /// An unknown protocol.
    case other
}

/// The protocol of a server that sends something before its client does.
public enum Banner: Hashable, Sendable {
    /// The identification of an SSH server (RFC 4253 §4.2).
    case ssh
    /// A greeting `220` of SMTP (RFC 5321 §4.2) or FTP, which look the same.
    case smtp
    /// A greeting `* OK` of IMAP (RFC 9051 §7.1).
    case imap
    /// A greeting `+OK` of POP3 (RFC 1939 §4).
    case pop3
    /// An unknown protocol.
    case other
}

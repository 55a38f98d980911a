import InternetNames
import Networking

/// An open connection to the origin of an exchange.
struct ConnectedOrigin {
    let stream: Stream
    let address: IPAddress
    /// The bytes that the origin sent while a tunnel to it was opened, and that the session does not get.
    let early: [UInt8]
    /// Whether the origin sends nothing more.
    var hasFinished = false
    /// Whether bytes of the origin are relayed without being parsed.
    var isRelayed = false
    /// The number of bytes that were read from the stream before the exchange.
    private let mark: UInt64

    /// A connection that an exchange gets now.
    ///
    /// - Parameter earlyForSession: The number of bytes of the exchange that were read already, and that the session
    ///   gets.
    init(_ stream: Stream, at address: IPAddress, early: [UInt8] = [], earlyForSession: Int = 0) {
        self.stream = stream
        self.address = address
        self.early = early
        mark = stream.received - min(UInt64(earlyForSession), stream.received)
    }

    /// The number of bytes that the origin has sent in the exchange.
    var received: UInt64 { stream.received - mark }

    /// Whether the connection can be reused: the origin has not closed it, and sent nothing after its response. The
    /// next client would take such bytes for the beginning of its own response. A relay reads exactly to the end of the
    /// response, and later bytes are still unread.
    var isAtRest: Bool { !hasFinished && (!isRelayed || !stream.hasUnreadInput) }
}

import TransportSecurity

/// How far a handshake of TLS 1.3 is after its ServerHello, where sizes and order are all that can be seen.
///
/// Everything ends with the client's answer: an alert that comes after Finished looks like any other record. With early
/// data, which goes on after the ServerHello in records of any size, sizes say nothing: the client's first record after
/// the server's flight then counts as its answer. Such a session is a resumed one, in which no certificate is up for
/// refusal.
struct TLS13Progress {
    private let cipherSuite: CipherSuite
    private let offersEarlyData: Bool
    private var hasServerCiphertext = false
    private var recordCount = 0
    private var contentByteCount = 0
    private var isAlertSized = true

    /// Whether the client has answered the server's flight with as much as a Finished has.
    private(set) var isOver = false

    /// The handshake after a ServerHello of that suite.
    init(cipherSuite: CipherSuite, offersEarlyData: Bool) {
        self.cipherSuite = cipherSuite
        self.offersEarlyData = offersEarlyData
    }

    /// What the end of the connection by that side, or neither, is evidence of.
    func refusal(closedBy side: TLSInspector.Side?) -> ClientRefusal.Evidence? {
        guard !isOver, !offersEarlyData else { return nil }
        if recordCount > 0, isAlertSized { return .inferredAlert }
        return side == .client && hasServerCiphertext ? .closedAfterServerFlight : nil
    }

    /// A record passed that looks like application data. TLS 1.3 adds one byte of type and a tag to the content of a
    /// record (RFC 8446 §5.2). An alert has two bytes of content, Finished a header of four and a digest (§4.4.4).
    mutating func passedCiphertext(from side: TLSInspector.Side, length: Int) {
        guard side == .client else {
            hasServerCiphertext = true
            return
        }
        let overhead = 1 + (cipherSuite.rawValue == 0x1305 ? 8 : 16)
        let finishedByteCount = 4 + (cipherSuite.rawValue == 0x1302 ? 48 : 32)
        recordCount += 1
        contentByteCount += max(0, length - overhead)
        // Some clients send user_canceled before close_notify, so there may be two alerts. Parts of a Finished cut
        // this small would in the end add up to more than two of them.
        isAlertSized = isAlertSized && length == overhead + 2 && recordCount <= 2
        isOver = contentByteCount >= finishedByteCount || (offersEarlyData && hasServerCiphertext)
    }
}

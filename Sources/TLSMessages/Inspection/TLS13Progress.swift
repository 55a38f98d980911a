import TransportSecurity

/// The state of a handshake of TLS 1.3 after its ServerHello, where an observer sees only the sizes and the order of
/// records.
///
/// The handshake is over with the client's answer, because an alert after Finished looks like any other record. Early
/// data that the client offered may go on after the ServerHello in records of any size (RFC 8446 §4.2.10). Sizes then
/// tell nothing, and the client's first record after the server's first encrypted record counts as its answer. Such a
/// session is resumed, and has no certificate that the client could refuse.
///
/// Past its answer the client may send application data, or an alert: it is taken for application data if it has more
/// bytes than an alert or a KeyUpdate (§4.6.3). A record of the server is taken for data by the same size, and counts
/// only behind that, because its tickets and data may come at once with its own flight.
struct TLS13Progress {
    /// The records of the client so far.
    private enum Answer {
        case none
        /// One record or two, each of the size of an alert.
        case alerts(count: Int)
        /// Records with that many bytes of content in total, fewer than a Finished has.
        case partial(contentByteCount: Int)
        /// As many bytes as a Finished has.
        case finished
    }

    private let cipherSuite: CipherSuite
    private let offersEarlyData: Bool
    private var hasServerCiphertext = false
    private var answer = Answer.none
    private var exchange = Exchange.none
    /// The side that sent the first record of the size of an alert after the client's answer, or the client if it ended
    /// before that.
    private var firstToClose: TLSInspector.Side?

    /// The application data that passed after the client's answer.
    private enum Exchange {
        case none, ofClient, bothWays
    }

    /// The handshake after a ServerHello of that suite.
    init(cipherSuite: CipherSuite, offersEarlyData: Bool) {
        self.cipherSuite = cipherSuite
        self.offersEarlyData = offersEarlyData
    }

    /// Whether the client has answered the server's flight with as many bytes as a Finished has.
    var isOver: Bool {
        switch answer {
        case .none, .alerts, .partial: return false
        case .finished: return true
        }
    }

    /// Whether the client has not answered the server's flight; false where early data hide its answer.
    var isUnfinished: Bool { !offersEarlyData && !isOver }

    /// Whether the client went on with application data after its answer, and the server did after that; nil where
    /// early data hide the client's answer.
    var hasExchangedData: Bool? { offersEarlyData ? nil : exchange == .bothWays }

    /// The evidence of a refusal in the end of the connection by that side, or by neither.
    func refusal(closedBy side: TLSInspector.Side?) -> ClientRefusal.Evidence? {
        guard !offersEarlyData else { return nil }
        switch answer {
        case .alerts: return .inferredAlert
        case .none, .partial: return side == .client && hasServerCiphertext ? .closedAfterServerFlight : nil
        case .finished: return exchange == .none && (firstToClose ?? side) == .client ? .closedAfterHandshake : nil
        }
    }

    /// The client sends nothing more.
    mutating func clientEnded() {
        if isOver, firstToClose == nil { firstToClose = .client }
    }

    /// A record passed that looks like application data.
    ///
    /// An encrypted record is longer than its content by one byte of type and the tag of the cipher suite (RFC 8446
    /// §5.2). The content of an alert has two bytes (§6), that of Finished a header of four and a digest (§4.4.4).
    mutating func passedCiphertext(from side: TLSInspector.Side, length: Int) {
        // TLS_AES_128_CCM_8_SHA256 has the short tag, TLS_AES_256_GCM_SHA384 the long digest (RFC 8446 §B.4).
        let overhead = 1 + (cipherSuite.rawValue == 0x1305 ? 8 : 16)
        let mayBeData = length > overhead + Self.keyUpdateByteCount
        if isOver, length == overhead + Self.alertByteCount { firstToClose = firstToClose ?? side }
        guard side == .client else {
            hasServerCiphertext = true
            if exchange == .ofClient, mayBeData { exchange = .bothWays }
            return
        }
        guard !isOver else {
            if exchange == .none, mayBeData { exchange = .ofClient }
            return
        }
        let finishedByteCount = 4 + (cipherSuite.rawValue == 0x1302 ? 48 : 32)
        let contentByteCount = self.contentByteCount + max(0, length - overhead)
        if contentByteCount >= finishedByteCount || (offersEarlyData && hasServerCiphertext) {
            answer = .finished
        } else if length == overhead + Self.alertByteCount, let count = alertCount, count < 2 {
            // Some clients send user_canceled before close_notify, so there may be two alerts. A Finished in parts this
            // small has more than two of them.
            answer = .alerts(count: count + 1)
        } else {
            answer = .partial(contentByteCount: contentByteCount)
        }
    }

    /// The content of an alert, in bytes.
    private static let alertByteCount = 2

    /// The content of a KeyUpdate, in bytes.
    private static let keyUpdateByteCount = 5

    /// The number of records of the size of an alert that the client has sent; nil if it has sent any other.
    private var alertCount: Int? {
        switch answer {
        case .none: return 0
        case .alerts(let count): return count
        case .partial, .finished: return nil
        }
    }

    private var contentByteCount: Int {
        switch answer {
        case .none, .finished: return 0
        case .alerts(let count): return count * Self.alertByteCount
        case .partial(let count): return count
        }
    }
}

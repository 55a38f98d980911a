import TransportSecurity

/// How far a handshake is that passes by, seen from outside: what is still to come, and what an end would mean.
///
/// It is told of messages and records in the order in which they pass. There are two roads, and the ServerHello
/// (or HelloRetryRequest) says which one is taken:
///
///     up to 1.2   server: ServerHello … ServerHelloDone | client: … CCS Finished | server: CCS Finished | data
///     resumed     server: ServerHello [ticket] CCS Finished | client: CCS Finished | data
///     1.3         server: ServerHello, ciphertext | client: ciphertext, where sizes alone tell Finished from an alert
///
/// Up to 1.2 the server's flight is in the clear and worth reading as a whole; nothing is left to be learnt once data
/// flowed both ways. In 1.3 the ServerHello is all there is to read of the server, and everything ends with the
/// client's answer: an alert that comes after Finished is hidden among application data and cannot be told. The
/// ChangeCipherSpec of 1.3 is for middleboxes alone (RFC 8446 §D.4) and means nothing; so does one that the client
/// sends before the version is known.
///
/// The ugly corner is 0-RTT: early data goes on after the ServerHello, in records of any size. Sizes are then not
/// looked at: the client's first record after the server's flight counts as its answer. Such a session is a
/// resumed one, where no certificate is up for refusal.
struct HandshakeProgress {
    /// The two roads.
    enum Era {
        case plain
        case sealed
    }

    /// Which road is taken; nil before the server's answer.
    private(set) var era: Era?
    /// The version agreed on, where it is one that we know.
    private(set) var version: TLSVersion?
    /// The suite agreed on.
    private(set) var cipherSuite = CipherSuite(rawValue: 0)
    /// Whether nothing that follows can tell more.
    private(set) var isOver = false

    private var hasServerHello = false
    private var mayRetryHello = false
    private var hasClientHello = false
    private var offersEarlyData = false
    private var serverMessages: [HandshakeType] = []
    private var hasServerHelloDone = false
    private var hasServerCiphertext = false
    private var serverChangedCipher = false
    private var clientChangedCipher = false
    private var hasClientFinished = false
    private var hasClientData = false
    private var hasServerData = false
    private var serverEndedIt = false
    private var clientAlert: Alert?
    private var hasEncryptedClientAlert = false
    private var clientCiphertext = Ciphertext()

    /// What the client's encrypted answer in TLS 1.3 amounts to.
    private struct Ciphertext {
        var recordCount = 0
        var contentByteCount = 0
        var isAlertSized = true
    }

    // MARK: What is known

    /// Whether the server's next bytes may still hold something to judge; false once its flight has been read.
    var awaitsServerFlight: Bool {
        guard !isOver, !serverEndedIt else { return false }
        switch era {
        case nil: return true
        case .plain: return !hasServerHelloDone && !serverChangedCipher
        case .sealed: return false
        }
    }

    /// Whether a ClientHello has still to come or to come again.
    var awaitsClientHello: Bool { !isOver && (!hasClientHello || mayRetryHello) }

    /// What encrypts the records of that side from now on.
    func protection(of side: Witness.Side) -> RecordProtection {
        switch (era, side) {
        case (nil, _): return .none
        case (.sealed, _): return .sealed
        case (.plain, .client): return clientChangedCipher ? .encrypted : .none
        case (.plain, .server): return serverChangedCipher ? .encrypted : .none
        }
    }

    /// What the end of the connection means; nil where it is no refusal. `side` is who ended it, nil for neither.
    func refusal(closedBy side: Witness.Side?) -> ClientRefusal? {
        if let clientAlert { return ClientRefusal(evidence: .alert(clientAlert)) }
        switch era {
        case nil:
            return nil
        case .plain:
            if hasEncryptedClientAlert { return ClientRefusal(evidence: .encryptedAlert) }
            let sawFlight = hasServerHelloDone || serverChangedCipher
            guard side == .client, sawFlight, !hasClientFinished, !serverEndedIt else { return nil }
        case .sealed:
            guard !isOver, hasServerHello, !offersEarlyData, !serverEndedIt else { return nil }
            if clientCiphertext.recordCount > 0, clientCiphertext.isAlertSized {
                return ClientRefusal(evidence: .inferredAlert)
            }
            guard side == .client, hasServerCiphertext else { return nil }
        }
        return ClientRefusal(evidence: .closedAfterServerFlight)
    }

    // MARK: What happens

    /// A ClientHello passed, readable or not; false where none had its place.
    mutating func passed(_ hello: ClientHello?) -> Bool {
        guard awaitsClientHello else { return false }
        hasClientHello = true
        mayRetryHello = false
        offersEarlyData = hello?.offersEarlyData ?? false
        return true
    }

    /// A ServerHello passed; false where none had its place.
    mutating func passed(_ hello: ServerHello) -> Bool {
        guard !hasServerHello, !(hello.isHelloRetryRequest && era != nil) else { return false }
        era = hello.isFollowedByCiphertext ? .sealed : .plain
        version = hello.version
        cipherSuite = hello.cipherSuite
        hasServerHello = !hello.isHelloRetryRequest
        mayRetryHello = hello.isHelloRetryRequest
        return true
    }

    /// Takes note of another message of the server's flight; false where one of that type passed before.
    mutating func isFirst(_ type: HandshakeType) -> Bool {
        guard !serverMessages.contains(type) else { return false }
        serverMessages.append(type)
        return true
    }

    /// The server's flight came to its end.
    mutating func passedServerHelloDone() {
        hasServerHelloDone = true
    }

    /// A ChangeCipherSpec passed; true where it shows that an older session is resumed.
    mutating func passedChangeCipherSpec(from side: Witness.Side) -> Bool {
        guard era == .plain else { return false }
        switch side {
        case .client:
            clientChangedCipher = true
            return false
        case .server:
            defer { serverChangedCipher = true }
            return !hasServerHelloDone && !serverChangedCipher
        }
    }

    /// An alert passed in plaintext.
    mutating func passed(_ alert: Alert, from side: Witness.Side) {
        let isEnd = alert.level == .fatal || alert.isClosure || era == .sealed
        guard isEnd else { return }
        switch side {
        case .client where era != nil && !serverEndedIt: clientAlert = clientAlert ?? alert
        case .client: break
        case .server: serverEndedIt = true
        }
        isOver = true
    }

    /// A record passed whose handshake message or alert is encrypted, up to TLS 1.2.
    mutating func passedEncrypted(_ type: ContentType, from side: Witness.Side) {
        switch (type, side) {
        case (.handshake, .client): hasClientFinished = true
        case (.alert, .client): hasEncryptedClientAlert = hasEncryptedClientAlert || (!hasClientData && !serverEndedIt)
        case (.alert, .server): serverEndedIt = true
        case (_, _): break
        }
    }

    /// A record of application data passed, or what TLS 1.3 makes look like it; true where it is application data and
    /// the first of that side.
    mutating func passedApplicationData(from side: Witness.Side, length: Int) -> Bool {
        switch (era, side) {
        case (nil, _):
            return false
        case (.plain, .client):
            defer { hasClientData = true }
            isOver = hasServerData
            return !hasClientData
        case (.plain, .server):
            defer { hasServerData = true }
            isOver = hasClientData
            return !hasServerData
        case (.sealed, .server):
            hasServerCiphertext = hasServerHello
            return false
        case (.sealed, .client):
            if hasServerHello { passedClientCiphertext(length) }
            return false
        }
    }

    /// TLS 1.3 adds one byte of type and a tag to the content of a record (RFC 8446 §5.2). An alert has two bytes of
    /// content, Finished a header of four and a digest (§4.4.4).
    private mutating func passedClientCiphertext(_ length: Int) {
        let overhead = 1 + (cipherSuite.rawValue == 0x1305 ? 8 : 16)
        let finishedByteCount = 4 + (cipherSuite.rawValue == 0x1302 ? 48 : 32)
        clientCiphertext.recordCount += 1
        clientCiphertext.contentByteCount += max(0, length - overhead)
        // Some clients send user_canceled before close_notify, so there may be two alerts. Parts of a Finished cut
        // this small would in the end add up to more than two of them.
        clientCiphertext.isAlertSized =
            clientCiphertext.isAlertSized && length == overhead + 2 && clientCiphertext.recordCount <= 2
        isOver = clientCiphertext.contentByteCount >= finishedByteCount || (offersEarlyData && hasServerCiphertext)
    }
}

/// Looks for the record after a server's hello of TLS 1.3, whose content cannot be read.
struct EndOfFlight {
    /// The first record that is encrypted, or an alert in plaintext.
    private(set) var record: Record?
    private var reader = RecordReader()

    /// A record that shows the server's reaction after its hello.
    enum Record {
        /// An encrypted record (RFC 8446 §5.2): the server goes on.
        case encrypted
        /// An alert in plaintext: the server ends the handshake.
        case alert
    }

    /// Takes in bytes of the server.
    mutating func receive(_ bytes: Span<UInt8>) {
        var offset = 0
        while record == nil, let element = reader.next(in: bytes, at: &offset, protection: .tls13) {
            switch element {
            case .header(.applicationData): record = .encrypted
            case .header(.alert): record = .alert
            case .content(_, let range):
                reader.consume(range.count)
                offset = range.upperBound
            case .header, .end: break
            case .fault: return
            }
        }
    }
}

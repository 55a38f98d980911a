/// What encrypts the records of one side at the moment, as far as an onlooker must know.
enum RecordProtection {
    /// Nothing yet, or only application data.
    case none
    /// Up to TLS 1.2 after ChangeCipherSpec: every record.
    case encrypted
    /// TLS 1.3: what looks like application data; an alert or a hello in plaintext may still come.
    case tls13

    /// The most bytes that the content of a record of that type may have on the wire: 2^14 in plaintext (RFC 8446
    /// §5.1), 2^14 + 256 in TLS 1.3 (§5.2), 2^14 + 2048 before (RFC 5246 §6.2.3).
    func limit(of type: ContentType) -> Int {
        switch self {
        case .none: return type == .applicationData ? 1 << 14 + 2048 : 1 << 14
        case .encrypted: return 1 << 14 + 2048
        case .tls13: return type == .applicationData ? 1 << 14 + 256 : 1 << 14
        }
    }
}

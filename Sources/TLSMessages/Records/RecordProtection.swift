/// The present protection of the records of one side.
enum RecordProtection {
    /// No record is encrypted, except early data of TLS 1.3.
    case none
    /// Every record is encrypted: TLS 1.2 or older, after ChangeCipherSpec (RFC 5246 §7.1).
    case encrypted
    /// TLS 1.3 after ServerHello: encrypted records look like application data (RFC 8446 §5.2). An alert or a hello in
    /// plaintext may still arrive.
    case tls13

    /// The maximum size of a record's content on the wire, in bytes. In plaintext, 2^14 (RFC 8446 §5.1); in TLS 1.3,
    /// 2^14 + 256 (§5.2); in older ciphertext, 2^14 + 2048 (RFC 5246 §6.2.3).
    func limit(of type: ContentType) -> Int {
        switch self {
        case .none: return type == .applicationData ? 1 << 14 + 2048 : 1 << 14
        case .encrypted: return 1 << 14 + 2048
        case .tls13: return type == .applicationData ? 1 << 14 + 256 : 1 << 14
        }
    }
}

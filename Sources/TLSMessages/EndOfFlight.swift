/// Looks for what follows a server's hello of TLS 1.3, which cannot be read: an encrypted record, or an alert in plaintext.
///
/// Only the headers of records are looked at (RFC 8446 §5.1).
struct EndOfFlight {
    /// Whether an encrypted record began.
    private(set) var isEncrypted = false
    /// Whether an alert in plaintext came before any encrypted record.
    private(set) var hasAlert = false
    /// The bytes of the header that is being read.
    private var header: [UInt8] = []
    /// The bytes of the record that are still to come.
    private var remaining = 0

    /// Takes in bytes of the server.
    mutating func receive(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count, !isEncrypted, !hasAlert {
            guard remaining == 0 else {
                let skipped = min(remaining, bytes.count - index)
                remaining -= skipped
                index += skipped
                continue
            }
            header.append(bytes[index])
            index += 1
            guard header.count == 5 else { continue }
            isEncrypted = header[0] == ContentType.applicationData.rawValue
            hasAlert = header[0] == ContentType.alert.rawValue
            remaining = Int(header[3]) << 8 | Int(header[4])
            header = []
        }
    }
}

import COpenSSL
import TransportSecurity

extension Instant {
    /// Creates the time of an ASN.1 `UTCTime` or `GeneralizedTime`; nil if it is absent or malformed.
    init?(_ time: UnsafePointer<ASN1_TIME>?) {
        var fields = tm()
        // Without a time, OpenSSL would return the current time.
        guard let time, ASN1_TIME_to_tm(time, &fields) == 1 else { return nil }
        self.init(
            year: Int64(fields.tm_year) + 1900, month: Int64(fields.tm_mon) + 1, day: Int64(fields.tm_mday),
            hour: Int64(fields.tm_hour), minute: Int64(fields.tm_min), second: Int64(fields.tm_sec))
    }
}

extension Array where Element == UInt8 {
    /// Creates the bytes of an ASN.1 string of any kind; empty if there is no string.
    init(_ string: UnsafePointer<ASN1_STRING>?) {
        guard let string, let data = ASN1_STRING_get0_data(string) else {
            self = []
            return
        }
        self.init(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
    }
}

/// The elements of an OpenSSL stack, which remains their owner.
func elements(of stack: OpaquePointer?) -> [UnsafeMutableRawPointer] {
    guard let stack else { return [] }
    return (0..<max(0, OPENSSL_sk_num(stack))).compactMap { OPENSSL_sk_value(stack, $0) }
}

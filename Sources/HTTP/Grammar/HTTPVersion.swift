/// A version of HTTP/1 (RFC 9112 §2.3). A minor version above 1 counts as 1.1, as RFC 9110 §2.5 says.
public enum HTTPVersion: Sendable {
    case http1_0
    case http1_1

    /// Reads `HTTP/1.` and one digit, in upper case; `nil` for any other text.
    public init?(_ text: ArraySlice<UInt8>) {
        guard text.count == 8, text.starts(with: "HTTP/1."), let minor = text.last, minor.isDigit else {
            return nil
        }
        self = minor == UInt8(ascii: "0") ? .http1_0 : .http1_1
    }
}

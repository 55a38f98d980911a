/// The Via field that this proxy adds to what it passes on (RFC 9110 §7.6.3).
enum Via {
    /// The name by which the proxy calls itself, here and in Proxy-Status: no host name, which would tell origins
    /// about the network that the proxy stands in.
    static let pseudonym = "atsproxy"

    /// Appends the field for a message that came in that version.
    static func append(received version: HTTPVersion, to head: inout [UInt8]) {
        switch version {
        case .http1_0: head.append(ascii: "Via: 1.0 atsproxy\r\n")
        case .http1_1: head.append(ascii: "Via: 1.1 atsproxy\r\n")
        }
    }
}

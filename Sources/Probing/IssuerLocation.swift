import InternetNames
import TransportSecurity

/// A place that a certificate names for the certificate of its issuer (RFC 5280 §4.2.2.1), where it is one that is asked.
///
/// Certificate authorities publish a file: `http://crt.example.com/intermediate.crt`. Some have it made by a program, as
/// EJBCA does, which takes the issuer's name in a short query. What no authority needs is refused, because whoever wrote
/// the certificate would decide what the proxy sends: user information, fragments, long queries, other characters than
/// ASCII (RFC 5280 §7.4), other schemes than `http`. A file fetched by `https` would take a certificate itself.
struct IssuerLocation: Hashable {
    /// The host, port and path.
    let url: LoadURL
    /// Path and query, as a request line has them (RFC 9112 §3.2.1).
    let target: String

    /// The longest URL, in bytes.
    private static let maximumLength = 1024
    /// The longest query, in bytes; the name of an issuer in percent-encoding takes 100 to 200.
    private static let maximumQueryLength = 256

    /// The location that a certificate writes so; nil where it is none that is asked.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "#") }),
            let url = try? LoadURL(text), url.scheme == .http
        else { return nil }
        // `text` of a URL is without the user information that was there.
        guard text.utf8.count == url.text.utf8.count else { return nil }
        let query = url.text.drop { $0 != "?" }
        guard query.utf8.count <= Self.maximumQueryLength + 1 else { return nil }
        self.url = url
        target = url.path + query
    }
}

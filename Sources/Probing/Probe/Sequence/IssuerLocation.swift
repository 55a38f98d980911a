import InternetNames
import TransportSecurity

/// A URL in a certificate for the certificate of its issuer (RFC 5280 §4.2.2.1), of a form that the proxy requests.
///
/// Certificate authorities publish a file, such as `http://crt.example.com/intermediate.crt`. Some generate it, as
/// EJBCA does, from the name of the issuer in a short query. Everything else is refused, because the author of the
/// certificate would decide which bytes the proxy sends: user information, fragments, long queries, characters outside
/// ASCII (RFC 5280 §7.4), and schemes other than `http`. A file fetched by `https` would need a certificate itself.
struct IssuerLocation: Hashable {
    /// The URL, with host, port and path.
    let url: LoadURL
    /// The request target in origin form: path and query (RFC 9112 §3.2.1).
    let target: String

    /// The longest URL, in bytes.
    private static let maximumLength = 1024
    /// The longest query, in bytes. The name of an issuer in percent-encoding takes 100 to 200.
    private static let maximumQueryLength = 256

    /// The location with that text in a certificate; nil if it is not of a form that the proxy requests.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "#") }),
            let url = try? LoadURL(text), url.scheme == .http
        else { return nil }
        // `LoadURL.text` leaves user information out, and is then shorter.
        guard text.utf8.count == url.text.utf8.count else { return nil }
        let query = url.text.drop { $0 != "?" }
        guard query.utf8.count <= Self.maximumQueryLength + 1 else { return nil }
        self.url = url
        target = url.path + query
    }
}

import Foundation
import InternetNames

extension LoadURL {
    /// Creates a URL from a URL of Foundation, such as a constant of the app.
    ///
    /// Foundation has converted an international name to A-labels already.
    ///
    /// - Throws: An error if the scheme is not `http`, `https`, `ws` or `wss`, as that of a relative URL, or if the
    ///   host is neither a domain name nor an IP address.
    public init(_ url: URL) throws(MalformedURL) {
        guard url.scheme != nil else { throw MalformedURL(text: url.absoluteString, reason: .scheme("")) }
        try self.init(url.absoluteString)
    }
}

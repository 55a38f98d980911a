import HTTP
import InternetNames

/// The origin of a request as a browser states it, by `Sec-Fetch-Site` (W3C Fetch Metadata) or `Origin` (RFC 6454).
public enum RequestOrigin: Hashable, Sendable {
    /// The request names no origin: it is not from a browser, or from one that is too old.
    case unknown
    /// A page of the console itself.
    case console
    /// The user, who typed the address or opened a bookmark.
    case user
    /// A page of another site, or of another port of the same host.
    case other

    /// Reads the value of the field; nil if there is none.
    public init(secFetchSite value: ByteString?) {
        switch value?.text {
        case nil: self = .unknown
        case "same-origin": self = .console
        case "none": self = .user
        case _: self = .other
        }
    }

    /// Reads both fields of a request. Browsers that send no `Sec-Fetch-Site`, as to addresses without TLS, send
    /// `Origin` with every request that has a body. Throws an error if a field is there several times.
    init(of request: ServerRequest) throws(ServerRequest.AmbiguousField) {
        self.init(secFetchSite: try request.only("Sec-Fetch-Site"))
        if let origin = try request.only("Origin"), !request.isForServer(ofOrigin: origin) { self = .other }
    }
}

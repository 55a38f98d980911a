import InternetNames

/// Where a browser says that a request comes from: the values of `Sec-Fetch-Site` (W3C Fetch Metadata).
public enum RequestOrigin: Hashable, Sendable {
    /// No browser, or one that is too old to say.
    case unknown
    /// A page of the console itself.
    case console
    /// The user, who typed the address or opened a bookmark.
    case user
    /// A page of somebody else, also of another port of the same host.
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
}

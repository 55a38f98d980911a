/// The answer of a server to a request of a discovery.
public enum DiscoveryAnswer: Hashable, Sendable {
    /// A response with the status 200 and its body.
    case document([UInt8], contentType: String?)
    /// A response with another status, and the target of a redirection as the server wrote it.
    case status(UInt16, location: String?)
    /// There is no response that can be read.
    case unusable(Fault)

    /// The reasons why a response cannot be read.
    public enum Fault: Hashable, Sendable {
        /// The time was up.
        case tooSlow
        /// The response is larger than the limit.
        case tooLarge
        /// The body is in a coding that was not asked for, such as gzip.
        case encoded
        /// The bytes are not HTTP, or end before the response does.
        case broken
        /// The server was not reached, or the connection failed; a clause says why.
        case failed(String)
    }
}

import InternetNames
import JSONWriting

/// A request of a discovery, and the answer to it. A discovery is the search of a device for the management service of
/// a domain.
public struct DiscoveryHop: Hashable, Sendable {
    /// The requested URL.
    public var url: LoadURL
    /// The status of the response; nil without one.
    public var status: UInt16?
    /// The media type of the response; nil without one.
    public var contentType: String?
    /// The target of the redirection; nil if the response names none.
    public var target: LoadURL?

    /// Creates a request without an answer.
    init(_ url: LoadURL) {
        self.url = url
    }

    /// The answer in a few words.
    public var outcome: String {
        guard let status else { return "has no answer that was read" }
        if let target { return "redirects (\(status)) to \(target.shown)" }
        guard status == 200 else { return "answers with the status \(status)" }
        return "answers with \(contentType.map { "a document, \($0.visible(limit: 80))" } ?? "a document of no type")"
    }
}

extension LoadURL {
    /// Creates a URL from a text with a scheme; nil for any other text. Devices do not add `https://` to a name.
    init?(withScheme text: String) {
        let end = text.firstIndex { ":/?#".contains($0) } ?? text.endIndex
        guard text[end...].hasPrefix("://"), let url = try? LoadURL(text) else { return nil }
        self = url
    }

    /// The URL for readers: without its query, which may have secrets.
    public var shown: String {
        let destination = port == scheme.defaultPort ? host.bracketed : authority.description
        let query = text.contains("?") ? "?…" : ""
        return "\(scheme.rawValue)://\(destination)\(path.visible())\(query)"
    }
}

extension DiscoveryHop: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("url", url.shown)
            json.member("status", status.map { Int($0) })
            json.member("contentType", contentType?.visible(limit: 80))
            json.member("location", target?.shown)
        }
    }
}

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

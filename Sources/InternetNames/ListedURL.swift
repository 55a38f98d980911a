/// A line of a list of hosts or URLs, in the spellings that people copy from elsewhere: `example.com`,
/// `example.com:8443`, `example.com,8443`, `2001:db8::1`, a URL, and each with a comment after `#`.
public struct ListedURL: Hashable, Sendable {
    /// The line without white space around it and without its comment.
    public let text: String

    /// Creates a line; nil if it is blank or a comment. A fragment of a URL is also left out, because it is not sent.
    /// So is a byte order mark, which begins a line where files were joined.
    public init?(_ line: some StringProtocol) {
        let content = line.prefix { $0 != "#" }.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let end = content.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        text = String(content[...end])
    }

    /// The URL; a line without a scheme counts as `https`.
    ///
    /// - Parameter readingHost: Parses the host; the default accepts hosts as in a request.
    /// - Throws: `MalformedURL` if the line names no host or several, or if the port is malformed.
    public func url(readingHost: (String) -> Host? = Host.init) throws(MalformedURL) -> LoadURL {
        guard !text.contains("://") else { return try LoadURL(text, readingHost: readingHost) }
        let columns = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        let host = columns[0]
        // An address with a slash is a network, which is more than one host.
        let isNetwork = host.contains("/") && IPAddress(host.prefix { $0 != "/" }) != nil
        if columns.count > 2 || isNetwork { throw MalformedURL(text: text, reason: .severalHosts) }
        guard columns.count == 2, !columns[1].isEmpty else { return try LoadURL(host, readingHost: readingHost) }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2 {
            // Two ports, such as `example.com:8443,443`.
            throw MalformedURL(text: text, reason: .port("\(parts[1]),\(columns[1])"))
        }
        do throws(MalformedURL) {
            return try LoadURL("\(host.bracketingIPv6):\(columns[1])", readingHost: readingHost)
        } catch {
            // The text of the error was put together here. A person wrote another text.
            throw MalformedURL(text: text, reason: error.reason)
        }
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}

import InternetNames

/// A line of a list of expected hosts, in the spellings that people copy from elsewhere: `pay.example.com`, a URL, and
/// a host with a port, a trailing dot or a comment after `#`.
struct ExpectedHostLine {
    /// The line without white space around it and without its comment.
    private let text: Substring

    /// Creates a line; nil if it is blank or a comment.
    init?(_ line: Substring) {
        let text = line.prefix { $0 != "#" }.drop { $0.isWhitespace }
        guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        self.text = text[...end]
    }

    /// The start of the line for messages.
    var excerpt: String { text.count > 60 ? "\(text.prefix(60))…" : String(text) }

    /// The host; nil if the line names none, or several.
    ///
    /// - Parameter ascii: Spells a host with A-labels.
    func host(ascii: (String) -> String) -> Host? {
        guard let host = Self.host(in: authority, ascii: ascii) else { return nil }
        // A slash after an address is a network, which is more than one host.
        if case .address = host, !hasScheme, text.contains("/") { return nil }
        return host
    }

    private var hasScheme: Bool { text.contains("://") }

    /// The part that names the host and the port (RFC 3986 §3.2), without user information.
    private var authority: Substring {
        var rest = text
        if let scheme = text.firstRange(of: "://") { rest = text[scheme.upperBound...] }
        rest = rest.prefix { $0 != "/" && $0 != "?" }
        return rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    }

    private static func host(in authority: Substring, ascii: (String) -> String) -> Host? {
        var name = authority
        if name.first == "[", let end = name.firstIndex(of: "]") {
            guard isPort(name[name.index(after: end)...]) else { return nil }
            name = name[...end]
        } else if let colon = name.firstIndex(of: ":"), colon == name.lastIndex(of: ":") {
            guard isPort(name[colon...]) else { return nil }
            name = name[..<colon]
        }
        if name.hasSuffix(".") { name = name.dropLast() }
        return Host(ascii(String(name)))
    }

    /// Whether the text is empty, or a port after a colon.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text == ":" || (text.first == ":" && UInt16(text.dropFirst()) != nil)
    }
}

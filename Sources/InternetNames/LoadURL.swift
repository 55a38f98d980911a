/// A URL that an app loads, with the parts that policies and connections need.
public struct LoadURL: Hashable, Sendable {
    /// The scheme.
    public var scheme: Load.Scheme
    /// The host in canonical form.
    public var host: Host
    /// The port, by default that of the scheme.
    public var port: UInt16
    /// The path with its leading slash, without query and fragment; at least `/`.
    public var path: String
    /// The URL as written, without user information. A missing `https://` is added, and so are brackets around a bare
    /// IPv6 address. A host with characters that are not visible is in canonical form.
    public var text: String

    /// Creates a URL from its text. A text without a scheme, such as `example.com`, `example.com:8443/path` or an IPv6
    /// address without brackets, counts as `https`.
    ///
    /// User information is dropped. White space, control characters and backslashes are refused, because some clients
    /// repair them and others do not. `readingHost` parses the host; the default accepts hosts as in a request.
    public init(_ text: String, readingHost: (String) -> Host? = Host.init) throws(MalformedURL) {
        func malformed(_ reason: MalformedURL.Reason) -> MalformedURL { MalformedURL(text: text, reason: reason) }

        guard text.utf8.count <= 65_536 else { throw malformed(.tooLong) }
        guard !text.unicodeScalars.contains(where: Self.isForbidden) else { throw malformed(.character) }
        guard !Self.hasBrokenMark(text) else { throw malformed(.noHost) }
        let (schemeName, rest) = Self.splittingScheme(text.bracketingIPv6)
        guard let scheme = Load.Scheme(rawValue: schemeName.lowercased()) else {
            throw malformed(.scheme(schemeName))
        }
        let authority = rest.prefix { !"/?#".unicodeScalars.contains($0) }
        let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let (hostText, portText) = try Self.splittingPort(hostAndPort, else: malformed(.bareIPv6))
        guard !hostText.isEmpty else { throw malformed(.noHost) }
        guard let host = readingHost(hostText) else { throw malformed(.host(hostText)) }
        guard let port = portText.isEmpty ? scheme.defaultPort : Self.port(portText) else {
            throw malformed(.port(portText))
        }
        let tail = rest[authority.endIndex...]
        let path = tail.prefix { !"?#".unicodeScalars.contains($0) }
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path.isEmpty ? "/" : String(path)
        let isVisible = hostText.unicodeScalars.allSatisfy(\.isVisible)
        let shown = isVisible ? String(hostAndPort) : "\(host)" + (portText.isEmpty ? "" : ":\(port)")
        self.text = schemeName + "://" + shown + String(tail)
    }

    /// Whether the host is an IPv6 address with a zone, which names an interface of one machine (RFC 6874).
    package var hasZone: Bool {
        guard case .address(.v6) = host else { return false }
        return text.drop { $0 != "[" }.prefix { $0 != "]" }.contains("%")
    }

    /// The host and the port.
    public var authority: Authority { Authority(host: host, port: port) }

    /// Whether only a part of `://` follows a scheme, as in `https:/example.com` and `https//example.com`. Without this
    /// check, both texts would name a host `https`.
    private static func hasBrokenMark(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let end = scalars.firstIndex(where: { ":/".unicodeScalars.contains($0) }),
            !scalars[end...].starts(with: "://".unicodeScalars),
            [":/", "//"].contains(where: { scalars[end...].starts(with: $0.unicodeScalars) })
        else { return false }
        return Load.Scheme(rawValue: String(scalars[..<end]).lowercased()) != nil
    }

    /// Text as Unicode scalars. In a view of characters, a combining mark after a slash would hide the slash.
    private typealias Part = Substring.UnicodeScalarView

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x21 || scalar.value == 0x7F || scalar == "\\" }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    private static func splittingScheme(_ text: String) -> (scheme: String, rest: Part) {
        let text = text[...].unicodeScalars
        // The text has a scheme only if `://` is the first of all colons, slashes, question marks and number signs in
        // it.
        guard let colon = text.firstIndex(where: { ":/?#".unicodeScalars.contains($0) }),
            text[colon...].starts(with: "://".unicodeScalars)
        else { return splittingOpaqueScheme(text) }
        return (String(text[..<colon]), text[colon...].dropFirst(3))
    }

    /// Splits a text without `://`. A colon before an at sign ends a scheme, as in `mailto:someone@example.com`; a user
    /// with a password stands behind `//` (RFC 3986 section 3.2).
    private static func splittingOpaqueScheme(_ text: Part) -> (scheme: String, rest: Part) {
        let beforePath = text.prefix { !"/?#".unicodeScalars.contains($0) }
        guard let colon = beforePath.firstIndex(of: ":"), beforePath[colon...].contains("@") else {
            return ("https", text)
        }
        return (String(beforePath[..<colon]), text[colon...].dropFirst())
    }

    /// Splits a host and a port, as in `example.com:8443` and `[::1]:8443`. The port is empty if there is none.
    private static func splittingPort(
        _ authority: Part, else error: MalformedURL
    ) throws(MalformedURL) -> (host: String, port: String) {
        var hostEnd = authority.startIndex
        if authority.first == "[" {
            guard let bracket = authority.firstIndex(of: "]") else { return (String(authority), "") }
            hostEnd = bracket
        }
        guard let colon = authority[hostEnd...].firstIndex(of: ":") else { return (String(authority), "") }
        let port = authority[colon...].dropFirst()
        guard !port.contains(":") else { throw error }
        return (String(authority[..<colon]), String(port))
    }

    private static func port(_ text: String) -> UInt16? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(text), port > 0 else { return nil }
        return port
    }
}

/// The error for a text that is not a URL that ATS can judge.
public struct MalformedURL: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as given.
    public var text: String
    /// The reason why the text was refused.
    public var reason: Reason

    /// Creates the error for a text.
    package init(text: String, reason: Reason) {
        self.text = text
        self.reason = reason
    }

    /// Reasons to refuse a URL; the values are the faulty parts.
    public enum Reason: Hashable, Sendable {
        case tooLong, character, noHost, severalHosts, bareIPv6, zone
        case scheme(String)
        case host(String)
        case port(String)
    }

    /// A sentence that names the faulty part.
    public var description: String {
        let url = Self.quoted(text.withoutSecrets)
        switch reason {
        case .tooLong:
            return "A URL is longer than 65536 bytes; shorten it."
        case .character:
            return "\(url) holds white space, a control character or a backslash, which no URL has."
        case .noHost:
            return "\(url) names no host; write it as https://example.com/path."
        case .severalHosts:
            return "\(url) names several hosts; name each one by itself."
        case .bareIPv6:
            return
                "\(url) has several colons; write an IPv6 address in brackets, as in https://[::1]:8443/, without a zone."
        case .zone:
            return
                "\(url) has an address with a zone, which names an interface of one machine; leave the zone out, or "
                + "name a host."
        case .scheme(let name):
            return "\(url) has the scheme \(Self.quoted(name)); ATS judges http, https, ws and wss."
        case .host(let host):
            return "\(url) has the host \(Self.quoted(host)), which is neither a domain name nor an IP address."
        case .port(let port):
            // Other text may be a password.
            let isNumber = port.utf8.allSatisfy { (48...57).contains($0) }
            return "\(url) has \(isNumber ? "the port \(Self.quoted(port))" : "a port that is no number"); "
                + "a port is a number from 1 to 65535."
        }
    }

    /// The beginning of a text in quotation marks.
    private static func quoted(_ text: String) -> String {
        "'\(text.visible())'"
    }
}

extension String {
    /// A text that may be a URL, without user information, query and fragment. Reports have messages with this text.
    package var withoutSecrets: String {
        let kept = prefix { !"?#".contains($0) }
        let start = kept.firstRange(of: "://")?.upperBound ?? kept.startIndex
        let end = kept.endIndex == endIndex ? "" : "…"
        if let at = kept.lastIndex(of: "@"), at >= start { return kept[..<start] + "…" + kept[at...] + end }
        // A seeming query may be the rest of a password.
        if self[kept.endIndex...].contains("@") { return kept[..<start] + "…" }
        return kept + end
    }

    /// The text, in brackets if it is an IPv6 address without them.
    var bracketingIPv6: String { contains(":") && IPAddress(self[...]) != nil ? "[\(self)]" : self }
}

import InternetNames

extension Host {
    /// Creates a host from text that a person wrote, which may have an international name in any script.
    ///
    /// A name in ASCII is read as from the network, without a check of its A-labels, because an app may load from a
    /// host whose A-labels no registry would accept. A label without a letter or digit is refused, though: nobody gives
    /// a host such a name, and a line of a list may be nothing but a dash.
    public init?(written text: String) {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else {
            guard text.contains(":") || text.split(separator: ".").allSatisfy({ $0.contains { !"-_".contains($0) } })
            else { return nil }
            self.init(text)
            return
        }
        // The mapped name has only letters, digits, hyphens and dots. A full-width colon therefore cannot make it an
        // IPv6 address.
        guard let name = InternationalName.ascii(text) else { return nil }
        self.init(name)
    }
}

extension HostPattern {
    /// Creates a pattern from text that a person wrote, whose host is read by `Host.init(written:)`.
    public init?(written text: String) {
        if text.hasPrefix("*.") {
            guard case .name(let domain)? = Host(written: String(text.dropFirst(2))) else { return nil }
            self = .subdomains(of: domain)
        } else {
            guard let host = Host(written: text) else { return nil }
            self = .host(host)
        }
    }
}

extension LoadURL {
    /// Creates a URL from text that a person wrote, whose host is read by `Host.init(written:)`.
    public init(written text: String) throws(MalformedURL) {
        try self.init(text, readingHost: Host.init(written:))
    }
}

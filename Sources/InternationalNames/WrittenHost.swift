import InternetNames

extension Host {
    /// Reads a host as a person writes it: an international name may stand in any script.
    ///
    /// A name in ASCII is read as it comes from the network, its A-labels unchecked: an app may load from a host whose
    /// A-labels no registry would admit.
    public init?(written text: String) {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else {
            self.init(text)
            return
        }
        // Only letters, digits, hyphens and dots are left then, so that no full-width colon makes an IPv6 address.
        guard let name = InternationalName.ascii(text) else { return nil }
        self.init(name)
    }
}

extension LoadURL {
    /// Reads a URL as a person writes it, its host like `Host.init(written:)`.
    public init(written text: String) throws(MalformedURL) {
        try self.init(text, readingHost: Host.init(written:))
    }
}

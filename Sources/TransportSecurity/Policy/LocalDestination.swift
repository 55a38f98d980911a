import InternetNames

extension Host {
    /// Whether ATS counts the host as local, from iOS 10 exempt unless `NSAllowsLocalNetworking` is NO.
    ///
    /// CFNetwork decides that, and is not published. Names are as in Apple's tests (isLocalTLD in
    /// SecProtocolConfigurationTest.m): without a dot, or under `.local`. Of addresses the tests show 127.0.0.1, ::1
    /// and fe80::1; the private IPv4 ranges were measured on macOS 26.4, carrier-grade NAT (100.64/10) was measured
    /// not to be local; 169.254/16 and fc00::/7 are assumed by likeness.
    public var isLocal: Bool {
        switch self {
        case .name(let name):
            let text = name.text
            return !text.utf8.contains(UInt8(ascii: ".")) || text.hasSuffix(".local") || text.hasSuffix(".local.")
        case .address(let address):
            return Self.localRanges.contains { $0.contains(address) }
        }
    }

    private static let localRanges = [
        "127.0.0.0/8", "169.254.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fe80::/10",
        "fc00::/7",
    ].compactMap { AddressRange($0) }
}

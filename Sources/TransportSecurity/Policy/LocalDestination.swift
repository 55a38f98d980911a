import InternetNames

extension Host {
    /// Whether ATS treats the host as local. From iOS 10, local hosts are exempt unless `NSAllowsLocalNetworking` is
    /// NO.
    ///
    /// CFNetwork decides this, and its code is not published. The rule for names follows Apple's tests (isLocalTLD in
    /// SecProtocolConfigurationTest.m): names without a dot, or under `.local`. The tests have the addresses 127.0.0.1,
    /// ::1 and fe80::1. Measurements on macOS 26.4 showed that the private IPv4 ranges are local and that carrier-grade
    /// NAT (100.64/10) is not. 169.254/16 and fc00::/7 are assumed to be local.
    public var isLocal: Bool {
        switch self {
        case .name(let name):
            return !name.utf8.contains(UInt8(ascii: ".")) || name.hasSuffix(".local") || name.hasSuffix(".local.")
        case .address(let address):
            return Self.localRanges.contains { $0.contains(address) }
        }
    }

    private static let localRanges = [
        "127.0.0.0/8", "169.254.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fe80::/10",
        "fc00::/7",
    ].compactMap { AddressRange($0) }
}

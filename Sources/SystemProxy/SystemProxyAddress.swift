import InternetNames

/// The address of this program's proxy for the system's settings, with the addresses that programs reach without it.
package struct SystemProxyAddress: Hashable, Codable {
    /// The host, without brackets.
    let host: String
    /// The port.
    let port: UInt16
    /// Further addresses of this program, such as that of its console. Programs reach them without the proxy.
    var ownAddresses: [String] = []

    /// The names in the file of the earlier settings, which another version may have written.
    private enum CodingKeys: String, CodingKey {
        case host
        case port
        case ownAddresses = "own"
    }

    /// Creates the address of a listener. For a listener on all addresses, it is the loopback address.
    package init(_ address: IPAddress, port: UInt16, ownAddresses: [String] = []) {
        switch address {
        case .v4(0): host = "127.0.0.1"
        case .v6(high: 0, low: 0): host = "::1"
        case .v4, .v6: host = address.description
        }
        self.port = port
        self.ownAddresses = ownAddresses
    }

    /// The address and the port, such as `[::1]:8080`.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// The URL in environment variables.
    var url: String { "http://\(authority)" }
}

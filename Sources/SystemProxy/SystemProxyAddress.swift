import InternetNames

/// The proxy in the system's settings, and the addresses that programs reach without it.
package struct SystemProxyAddress: Hashable, Codable {
    /// The host, without brackets.
    let host: String
    /// The port.
    let port: UInt16
    /// Further addresses of this program, such as that of its console, which nobody reaches through the proxy.
    var own: [String] = []

    /// The address for a listener: loopback in place of all addresses.
    package init(_ address: IPAddress, port: UInt16, own: [String] = []) {
        switch address {
        case .v4(0): host = "127.0.0.1"
        case .v6(high: 0, low: 0): host = "::1"
        case .v4, .v6: host = address.description
        }
        self.port = port
        self.own = own
    }

    /// The address and the port, such as `[::1]:8080`.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// The URL in environment variables.
    var url: String { "http://\(authority)" }
}

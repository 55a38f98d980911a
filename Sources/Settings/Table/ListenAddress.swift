import InternetNames
import Networking
import TransportSecurity

extension SocketAddress {
    /// Creates an address from a value of `--listen`: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or `:8080` for
    /// all IPv4 addresses.
    package init?(listening text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        if host == "localhost" { host = "127.0.0.1" }
        if host.isEmpty { host = "0.0.0.0" }
        guard let address = IPAddress(host) else { return nil }
        self.init(address, port: port)
    }
}

import Networking

/// The value of `--console` or `--metrics`.
package enum ServerAddress: Hashable {
    /// There is no such server.
    case off
    /// The server is at this address.
    case at(SocketAddress)

    /// Reads `off`, or an address in the form of `--listen`; nil for any other text.
    package init?(option text: String) {
        if text == "off" {
            self = .off
        } else if let address = SocketAddress(listening: text) {
            self = .at(address)
        } else {
            return nil
        }
    }

    /// The default address of the console.
    package static let usualConsole = SocketAddress(.v4(0x7F00_0001), port: 8090)
}

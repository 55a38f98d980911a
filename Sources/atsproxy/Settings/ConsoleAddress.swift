import Networking

/// The value of `--console`.
enum ConsoleAddress: Hashable {
    /// There is no console.
    case off
    /// The console is at this address.
    case at(SocketAddress)

    /// Reads `off`, or an address as `--listen` has it.
    init?(option text: String) {
        if text == "off" {
            self = .off
        } else if let address = SocketAddress(listening: text) {
            self = .at(address)
        } else {
            return nil
        }
    }

    /// Where the console is if nothing else is asked for.
    static let standard = SocketAddress(.v4(0x7F00_0001), port: 8090)
}

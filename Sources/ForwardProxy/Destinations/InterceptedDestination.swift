import InternetNames
import TransportSecurity

/// The address and port that the client of an intercepted connection connected to.
public struct InterceptedDestination: Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// The port.
    public var port: UInt16

    /// The destination at that port of that address.
    public init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }
}

import InternetNames
import TransportSecurity

/// The load of an intercepted connection, which becomes a tunnel if the load is permitted.
struct InterceptedLoad {
    /// The request for a tunnel that the connection stands for.
    let request: ProxyRequest
    /// Whether the client began with TLS, and understands an alert.
    let isTLS: Bool

    /// The load from a server at that destination. A name of nil means that only the server's address is known.
    init(to name: Host?, at destination: InterceptedDestination, _ naming: ServerNaming, isTLS: Bool) {
        request = ProxyRequest(interceptedAt: destination, name: name, naming)
        self.isTLS = isTLS
    }
}

extension ProxyRequest {
    /// The request for a tunnel that an intercepted connection stands for.
    convenience init(interceptedAt destination: InterceptedDestination, name: Host?, _ naming: ServerNaming) {
        let authority = Authority(host: name ?? .address(destination.address), port: destination.port)
        self.init(
            load: Load(scheme: .https, authority: authority), method: .connect, destination: destination.address,
            naming: naming)
    }
}

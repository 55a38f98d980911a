import TransportSecurity
extension Host {
    init?(_ text: String) {
        if let address = IPAddress(text) { self = .address(address) } else { self = .name(text.lowercased()) }
    }
}

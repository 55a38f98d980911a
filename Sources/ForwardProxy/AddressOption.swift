import TransportSecurity

extension AddressRange {
    /// Reads what `--allow-client` takes: a range in CIDR notation, or one address, which is a range of itself.
    public init?(option text: some StringProtocol) {
        if let range = AddressRange(text) {
            self = range
        } else if let address = IPAddress(text) {
            self.init(around: address, prefixLength: address.bytes.count * 8)
        } else {
            return nil
        }
    }
}

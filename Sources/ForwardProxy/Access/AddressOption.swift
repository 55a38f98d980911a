import InternetNames
import TransportSecurity

extension AddressRange {
    /// Reads the value of `--allow-client`: a range in CIDR notation, whose IPv6 network may end in dotted decimal
    /// (RFC 4291 §2.2), or a single address.
    public init?(option text: some StringProtocol) {
        if let range = AddressRange(text) {
            self = range
        } else if let address = IPAddress(text) {
            self.init(around: address, prefixLength: address.bytes.count * 8)
        } else if let slash = text.lastIndex(of: "/"), let network = IPAddress(text[..<slash]),
            let length = AddressRange("::\(text[slash...])")?.prefixLength
        {
            self.init(around: network, prefixLength: length)
        } else {
            return nil
        }
    }
}

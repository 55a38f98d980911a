import InternetNames

/// The names of addresses, from answers of the DNS in a capture, for connections whose bytes show no name of the
/// server.
///
/// An address with several names counts as one without a name, because nothing tells which of them was meant.
struct AddressNames {
    private var names: [IPAddress: Host] = [:]
    /// The addresses with several names.
    private var ambiguous: Set<IPAddress> = []

    /// The largest number of addresses that are kept.
    private static let limit = 65_536

    /// The only name of an address; nil if no answer has it.
    subscript(address: IPAddress) -> Host? { ambiguous.contains(address) ? nil : names[address] }

    /// Notes that a name has an address.
    mutating func note(_ name: Host, of address: IPAddress) {
        if let known = names[address] {
            if known != name { ambiguous.insert(address) }
        } else if names.count < Self.limit {
            names[address] = name
        }
    }
}

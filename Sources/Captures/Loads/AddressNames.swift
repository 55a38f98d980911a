import InternetNames

/// The names of addresses, from answers of the DNS in a capture. The last answer counts.
struct AddressNames {
    private var names: [IPAddress: Host] = [:]

    /// The largest number of addresses that are kept.
    private static let limit = 65_536

    /// The name of an address; nil if no answer has it.
    subscript(address: IPAddress) -> Host? { names[address] }

    /// Notes that a name has an address.
    mutating func note(_ name: Host, of address: IPAddress) {
        guard names.count < Self.limit || names[address] != nil else { return }
        names[address] = name
    }
}

import PostgreSQL
import Traffic

/// The limit for the devices of one row. The devices with the least addresses are kept, as in condensed recordings, and
/// the loads of all others are counted together.
///
/// The sum of rows does not depend on when the limit was applied: an address that is among the least ones of the sum is
/// also among the least ones of each row.
struct DeviceLimit {
    /// The largest number of devices in a row.
    private let count: Int
    /// The addresses of devices, by number. A device without an address comes after all others.
    private let addresses: [Int32: String]

    /// Creates the limit.
    init(_ addresses: [Int32: String], count: Int = LoadCounts.deviceLimit) {
        (self.addresses, self.count) = (addresses, count)
    }

    /// Applies the limit to a row.
    func apply(to counts: inout StoredCounts) {
        guard counts.devices.devices.count > count else { return }
        let sorted = counts.devices.devices.sorted { left, right in
            guard let first = addresses[left] else { return false }
            return addresses[right].map { first < $0 } ?? true
        }
        counts.otherDeviceDecisions &+= counts.devices.keep(only: Set(sorted.prefix(count)))
    }
}

extension PostgreSQLConnection {
    /// Applies the limit for the devices of a row to each sum. The addresses are read only if a sum is above the limit.
    func limitDevices<Key>(of sums: inout [LoadSums<Key>.Sum]) throws(PostgreSQLError) {
        let indices = sums.indices.filter { sums[$0].counts.devices.devices.count > LoadCounts.deviceLimit }
        guard !indices.isEmpty else { return }
        let limit = DeviceLimit(try deviceAddresses())
        for index in indices { limit.apply(to: &sums[index].counts) }
    }

    /// The addresses of all devices, by number.
    func deviceAddresses() throws(PostgreSQLError) -> [Int32: String] {
        var addresses: [Int32: String] = [:]
        try copyRows("SELECT id, address FROM atsproxy.devices") { fields throws(CopyFields.Malformed) in
            guard let number = Int32(exactly: try fields.nextNumber()), let address = try fields.nextText() else {
                throw CopyFields.Malformed()
            }
            addresses[number] = StoredText.original(address)
        }
        return addresses
    }
}

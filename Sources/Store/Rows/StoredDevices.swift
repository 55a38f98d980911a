import PostgreSQL
import Traffic

extension PostgreSQLConnection {
    /// Applies the limit for the devices of a row to sums of rows.
    func limitDevices<Key>(of sums: inout [(key: Key, counts: StoredCounts)]) throws(PostgreSQLError) {
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

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

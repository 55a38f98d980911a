/// The decisions on loads of each device, by the number of the device in the store.
///
/// The arrays are sorted by device, as in the store. Two sorted arrays are merged in one pass.
struct DeviceCounts: Equatable {
    /// The numbers of the devices, ascending.
    private(set) var devices: [Int32] = []
    /// The decisions on loads of each.
    private(set) var decisions: [Int64] = []

    /// Creates counts without devices.
    init() {}

    /// Creates counts from the arrays of the store. Returns nil unless they are of one length, and sorted.
    init?(devices: [Int32], decisions: [Int64]) {
        guard devices.count == decisions.count, zip(devices, devices.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return nil
        }
        (self.devices, self.decisions) = (devices, decisions)
    }

    /// Creates the counts of devices in any order.
    init(_ counts: [Int32: Int64]) {
        for (device, count) in counts.sorted(by: { $0.key < $1.key }) {
            devices.append(device)
            decisions.append(count)
        }
    }

    /// Removes all devices except some. Returns the number of decisions on loads of the removed devices.
    mutating func keep(only kept: Set<Int32>) -> Int64 {
        var remaining = DeviceCounts()
        var removedDecisions: Int64 = 0
        for (device, count) in zip(devices, decisions) {
            if kept.contains(device) {
                remaining.devices.append(device)
                remaining.decisions.append(count)
            } else {
                removedDecisions &+= count
            }
        }
        self = remaining
        return removedDecisions
    }

    /// Adds other counts.
    mutating func add(_ other: DeviceCounts) {
        if devices == other.devices {
            for index in decisions.indices { decisions[index] &+= other.decisions[index] }
            return
        }
        var sum = DeviceCounts()
        sum.devices.reserveCapacity(devices.count + other.devices.count)
        sum.decisions.reserveCapacity(devices.count + other.devices.count)
        var (left, right) = (0, 0)
        while left < devices.count || right < other.devices.count {
            // For an array at its end, `.max` stands for a device that comes last.
            let first = left < devices.count ? devices[left] : .max
            let second = right < other.devices.count ? other.devices[right] : .max
            var count: Int64 = 0
            if left < devices.count, first <= second {
                count &+= decisions[left]
                left += 1
            }
            if right < other.devices.count, second <= first {
                count &+= other.decisions[right]
                right += 1
            }
            sum.devices.append(min(first, second))
            sum.decisions.append(count)
        }
        self = sum
    }
}

import PostgreSQL
import Recordings
import Traffic
import TransportSecurity

/// The loads of a batch as rows of the table `loads`, one for each day, kind and label.
///
/// The rows that the store has under the same keys are added, and the sums replace them.
struct BatchLoads {
    /// The sums of the rows.
    private var sums = LoadSums<DayLoadsKey>(limit: .max)

    /// Creates the rows.
    ///
    /// - Parameters:
    ///   - loads: The counts of loads.
    ///   - devices: The numbers of the devices, by address.
    init(_ loads: [CondensedLoads], devices: [String: Int32]) {
        for group in loads {
            let key = LoadsKey(
                kind: group.kind, after: group.after ?? .none, label: StoredText.stored(group.label ?? ""))
            sums.add(StoredCounts(group.counts, devices: devices), of: DayLoadsKey(day: group.storedDay, loads: key))
        }
    }

    /// Adds a row that the store has.
    mutating func add(_ counts: StoredCounts, of key: DayLoadsKey) { sums.add(counts, of: key) }

    /// The keys of the rows, sorted.
    var keys: [DayLoadsKey] { sums.sorted.map(\.key) }

    /// The rows, sorted by key.
    var sorted: [LoadSums<DayLoadsKey>.Sum] { sums.sorted }
}

extension CondensedLoads {
    /// The day under which the store counts the loads, in the form `2026-11-22`.
    var storedDay: String { StoredTime.day(of: day ?? counts.first) }
}

extension StoredCounts {
    /// Creates the columns for the counts of a condensed recording. Devices without a number are counted together.
    fileprivate init(_ counts: LoadCounts, devices numbers: [String: Int32]) {
        var devices: [Int32: Int64] = [:]
        var others = Int64(counts.devices.others)
        for (address, decisions) in counts.devices.counts {
            if let number = numbers[address] {
                devices[number, default: 0] += Int64(decisions)
            } else {
                others += Int64(decisions)
            }
        }
        self.init(
            decisions: Int64(counts.decisions), first: counts.first, last: counts.last,
            bytesFromClient: counts.bytesFromClient, bytesFromServer: counts.bytesFromServer,
            clientRefusals: Int64(counts.clientRefusals), times: counts.times, devices: DeviceCounts(devices),
            otherDeviceDecisions: others, users: counts.users, paths: counts.paths,
            balance: counts.balance)
    }
}

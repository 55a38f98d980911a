import PostgreSQL
import Recordings
import Traffic
import TransportSecurity

/// The loads of a batch as rows of the store.
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

    /// Adds a row of the store.
    mutating func add(_ counts: StoredCounts, of key: DayLoadsKey) { sums.add(counts, of: key) }

    /// The keys.
    var keys: [DayLoadsKey] { sums.sorted.map(\.key) }

    /// The rows, sorted.
    var sorted: [LoadSums<DayLoadsKey>.Sum] { sums.sorted }
}

extension CondensedLoads {
    /// The day in the form `2026-11-22`.
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

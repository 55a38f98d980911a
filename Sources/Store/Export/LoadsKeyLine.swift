import Recordings
import Traffic
import TransportSecurity

extension LoadsKey {
    /// The line of a condensed recording with the counts of these loads.
    ///
    /// - Parameters:
    ///   - day: The day in the form `2026-11-22`; nil if the counts are those of all days.
    ///   - addresses: The addresses of devices, by their number in the store.
    func line(_ counts: StoredCounts, day: String?, addresses: [Int32: String]) -> [UInt8] {
        CondensedLoads(
            kind: kind, after: after == .none ? nil : after,
            label: label.isEmpty ? nil : StoredText.original(label), day: day.flatMap { Instant("\($0)T00:00:00Z") },
            recording: nil, counts: LoadCounts(counts, addresses: addresses)
        ).line
    }
}

extension LoadCounts {
    /// Creates counts from the columns of a row.
    fileprivate init(_ counts: StoredCounts, addresses: [Int32: String]) {
        self.init(at: counts.first)
        decisions = Int(counts.decisions)
        last = counts.last
        bytesFromClient = counts.bytesFromClient
        bytesFromServer = counts.bytesFromServer
        clientRefusals = Int(counts.clientRefusals)
        times = counts.times
        for (device, decisions) in zip(counts.devices.devices, counts.devices.decisions) {
            if let address = addresses[device] {
                devices.add(Int(decisions), of: address)
            } else {
                devices.addOthers(Int(decisions))
            }
        }
        devices.addOthers(Int(counts.otherDeviceDecisions))
        users = counts.users
        paths = counts.paths
        balance = counts.balance
    }
}

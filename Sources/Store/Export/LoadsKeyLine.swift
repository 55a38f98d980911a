import Recordings
import Traffic
import TransportSecurity

extension LoadsKey {
    /// The line of a condensed recording with these counts. The day is nil where days are added up. The store numbers
    /// the addresses of devices.
    func line(_ counts: StoredCounts, day: String?, _ addresses: [Int32: String]) -> [UInt8] {
        CondensedLoads(
            kind: kind, after: after == .none ? nil : after,
            label: label.isEmpty ? nil : StoredText.original(label), day: day.flatMap { Instant("\($0)T00:00:00Z") },
            recording: nil, counts: LoadCounts(counts, addresses)
        ).line
    }
}

extension LoadCounts {
    /// Creates counts of the columns of a row.
    fileprivate init(_ counts: StoredCounts, _ addresses: [Int32: String]) {
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

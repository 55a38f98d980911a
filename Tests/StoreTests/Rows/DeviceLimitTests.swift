import Testing
import Traffic
import TransportSecurity

@testable import Store

/// Tests of the limit for the devices of a row.
@Suite struct DeviceLimitTests {
    /// Rows to which the limit is applied at any time keep what a reader of recordings keeps.
    @Test func theLeastAddressesAreKeptAsReadersKeepThem() {
        var random = SystemRandomNumberGenerator()
        let addresses = Dictionary(
            uniqueKeysWithValues: (0..<40).shuffled(using: &random).enumerated().map { (Int32($0), "10.0.0.\($1)") })
        for _ in 0..<200 {
            let limit = DeviceLimit(addresses, count: 7)
            var (row, named) = (Self.row([:]), NamedCounts(limit: 7))
            for _ in 0..<6 {
                var devices: [Int32: Int64] = [:]
                for _ in 0..<5 { devices[.random(in: 0..<40, using: &random)] = .random(in: 1..<9, using: &random) }
                for (device, loads) in devices { named.add(Int(loads), of: addresses[device] ?? "") }
                row.add(Self.row(devices))
                if Bool.random(using: &random) { limit.apply(to: &row) }
            }
            limit.apply(to: &row)
            let kept = zip(row.devices.devices, row.devices.decisions).map { (addresses[$0] ?? "", Int($1)) }
            #expect(Dictionary(uniqueKeysWithValues: kept) == named.counts)
            #expect(row.otherDeviceDecisions == Int64(named.others))
        }
    }

    @Test func rowsWithinTheLimitStay() {
        var row = Self.row([1: 2, 3: 4])
        DeviceLimit([:], count: 2).apply(to: &row)
        #expect(row == Self.row([1: 2, 3: 4]))
    }

    private static func row(_ devices: [Int32: Int64]) -> StoredCounts {
        let time = Instant(milliseconds: 0)
        return StoredCounts(
            decisions: 0, first: time, last: time, bytesFromClient: 0, bytesFromServer: 0, clientRefusals: 0,
            times: LoadHistogram(), devices: DeviceCounts(devices), otherDeviceDecisions: 0, users: TextSample(),
            paths: TextSample(), balance: LoadBalance())
    }
}

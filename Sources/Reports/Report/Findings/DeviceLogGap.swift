import Documents
import TransportSecurity

extension ReportGap {
    /// The gaps that the log of a device shows: a verdict that the device contradicts, and failures without a host.
    static func gaps(_ comparison: DeviceLogComparison?) -> [ReportGap] {
        guard let comparison else { return [] }
        var gaps: [ReportGap] = []
        let hosts = comparison.rows.filter { $0.standing == .differs }.map(\.complaint.host.description).distinct
        if !hosts.isEmpty {
            gaps.append(
                ReportGap(
                    kind: .deviceLog, count: hosts.count,
                    sentence: "The device logged failures that no verdict explains, at "
                        + "\(Quantity.of(hosts.count, "host")): \(hosts.listed(5)).",
                    fix: "Compare the addresses that the device and the proxy reach; if they are the same, the device "
                        + "is right, so report it."))
        }
        if comparison.log.withoutHost > 0 {
            gaps.append(
                ReportGap(
                    kind: .deviceLog, count: comparison.log.withoutHost,
                    sentence: "The device logged failures without their hosts, in "
                        + "\(Quantity.of(comparison.log.withoutHost, "line")).",
                    fix: "Install Apple's profile for network diagnostics on the device, and log again."))
        }
        return gaps
    }
}

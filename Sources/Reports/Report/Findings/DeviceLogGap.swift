import Documents
import TransportSecurity

extension ReportGap {
    /// The gaps that the log of a device shows: a verdict that the device contradicts, failures without a host, and
    /// lines in forms that are not known.
    static func gaps(_ comparison: DeviceLogComparison?) -> [ReportGap] {
        guard let comparison else { return [] }
        var gaps: [ReportGap] = []
        let hosts = comparison.rows.filter { $0.standing == .differs }.map(\.complaint.host.description).distinct
        if !hosts.isEmpty {
            gaps.append(
                ReportGap(
                    kind: .deviceLog, count: hosts.count,
                    sentence: "The device logged failures that no verdict explains, at "
                        + "\(Quantity.of(hosts.count, "host")): \(hosts.listed(atMost: 5)).",
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
        if comparison.log.notUnderstood > 0 {
            gaps.append(
                ReportGap(
                    kind: .deviceLog, count: comparison.log.notUnderstood,
                    sentence: "The device logged violations in a form that is not known here, in "
                        + "\(Quantity.of(comparison.log.notUnderstood, "line")).",
                    fix: "Read these lines yourself, and report their form."))
        }
        if comparison.isOfUnknownForm {
            gaps.append(
                ReportGap(
                    kind: .deviceLog, count: comparison.log.lines,
                    sentence: "No line of the device's log has a form that is known here.",
                    fix: "Save the log of the device with log show --style ndjson."))
        }
        return gaps
    }
}

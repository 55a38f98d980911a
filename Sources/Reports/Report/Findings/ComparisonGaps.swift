import Documents
import InternetNames
import TransportSecurity

/// The gaps that other sources than the recordings show: the file with expected hosts, the log of a device, and the
/// refusals of a gateway.
extension ReportGap {
    /// The gaps that expected hosts show: hosts without a judged load, apps that are not known to be those of the
    /// report, and unreadable parts of the file.
    static func gaps(_ missing: MissingHosts, of expected: ExpectedHosts) -> [ReportGap] {
        expected.isPrivacyReport
            ? contactGaps(missing, of: expected) + appGaps(missing, of: expected) + fileGaps(expected)
            : listGaps(missing)
    }

    /// The gap that a list of hosts shows.
    private static func listGaps(_ missing: MissingHosts) -> [ReportGap] {
        let names = missing.names
        guard !names.isEmpty else { return [] }
        return [
            ReportGap(
                kind: .expectedHosts, count: names.count,
                sentence: "No load from \(Quantity.of(names.count, "expected host")) was judged: "
                    + "\(names.listed(atMost: 5)).",
                fix: "Test what loads from these hosts, or remove them from the list.")
        ]
    }

    /// The gap that the contacts in an App Privacy Report show.
    private static func contactGaps(_ missing: MissingHosts, of expected: ExpectedHosts) -> [ReportGap] {
        guard !missing.hosts.isEmpty else { return [] }
        let names = missing.hosts.map(\.sentencePart)
        let apps = Set(missing.hosts.map(\.expected.bundleIdentifier)).count
        return [
            ReportGap(
                kind: .expectedHosts, count: missing.hosts.count,
                sentence: "\(expected.source) knows \(Quantity.of(missing.hosts.count, "host")) of "
                    + "\(Quantity.of(apps, "app")) of which no load was judged: "
                    + "\(names.listed(atMost: 3, separator: "; ")).",
                fix:
                    "Use the parts of the app that load from these hosts while recording. What still is missing goes "
                    + "past the proxy: QUIC, low-level sockets, a VPN, or a network without the proxy's settings.")
        ]
    }

    /// The gap if it is not known which apps of an App Privacy Report are those of this report.
    private static func appGaps(_ missing: MissingHosts, of expected: ExpectedHosts) -> [ReportGap] {
        guard missing.concernsNoExpectedHost, !missing.otherApps.isEmpty else { return [] }
        let count = missing.otherApps.count
        let clause =
            count == 1
            ? "the app in \(expected.source) is not known"
            : "none of the \(Quantity.of(count, "app")) in \(expected.source) is known"
        return [
            ReportGap(
                kind: .expectedHosts, count: count,
                sentence: "Whether hosts are missing is not known: \(clause) as an app that --app names "
                    + "(\(missing.otherApps.sorted().listed(atMost: 5))).",
                fix: "Give the Info.plist or the .ipa of the app with --policy, which names its bundle identifier, "
                    + "or leave out --app.")
        ]
    }

    /// The gaps of an App Privacy Report that could not be read whole.
    private static func fileGaps(_ expected: ExpectedHosts) -> [ReportGap] {
        var gaps: [ReportGap] = []
        if expected.unreadableLines > 0 {
            let lines = lineNumbers(expected.firstUnreadableLines, of: expected.unreadableLines)
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: expected.unreadableLines,
                    sentence: "\(expected.source): \(Quantity.of(expected.unreadableLines, "line")) could not be read "
                        + "(\(lines)); what they say is missing.",
                    fix: "Save the App Privacy Report again."))
        }
        if expected.omitted > 0 {
            gaps.append(
                ReportGap(
                    kind: .expectedHosts, count: expected.omitted,
                    sentence: "\(expected.source): \(Quantity.of(expected.omitted, "line")) on further hosts were not "
                        + "read, because at most \(Quantity.grouped(AppPrivacyReport.limit)) hosts of apps are kept.",
                    fix: "Keep only the lines of the tested app, as with grep."))
        }
        return gaps
    }
}

extension MissingHosts.MissingHost {
    /// The host with its app, count and time, such as
    /// `a.example of com.example.app (3 contacts, last 2026-11-20 09:30 UTC)`.
    fileprivate var sentencePart: String {
        var text = expected.name
        if let identifier = expected.bundleIdentifier { text += " of \(identifier)" }
        var details: [String] = []
        if let contacts = expected.contacts { details.append(Quantity.of(Int(clamping: contacts), "contact")) }
        if let last = expected.last { details.append("last \(last.minute) UTC") }
        return details.isEmpty ? text : "\(text) (\(details.joined(separator: ", ")))"
    }
}

extension ReportGap {
    /// The gaps that the log of a device shows: a verdict that the device contradicts, failures without a host, and
    /// lines in forms that are not known.
    static func gaps(inDeviceLog comparison: DeviceLogComparison?) -> [ReportGap] {
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

extension ReportGap {
    /// The gap that refused connections of QUIC show: hosts of which no load came over TCP.
    static func gaps(ofRefused refused: RefusedHosts) -> [ReportGap] {
        guard !refused.notLoaded.isEmpty else { return [] }
        let names = refused.notLoaded.map(\.description).sorted()
        return [
            ReportGap(
                kind: .refusedQUIC, count: names.count,
                sentence: "A gateway refused QUIC to \(Quantity.of(names.count, "host")) of which no load over TCP was "
                    + "recorded: \(names.listed(atMost: 5)).",
                fix: "Let the app load from \(names.count == 1 ? "this host" : "these hosts") again while the proxy "
                    + "records, or ask the servers with atsproxy check.")
        ]
    }
}

extension Instant {
    /// The date and the time to the minute, such as `2026-11-20 22:54`.
    var minute: String { String(description.prefix(16)).replacing("T", with: " ") }
}

import Documents
import TransportSecurity

extension ReportGap {
    /// The gaps that expected hosts show: hosts without a judged load, apps that cannot be told, and unreadable parts
    /// of the file.
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

    /// The gap of an App Privacy Report of which no app is known to be one of the report.
    private static func appGaps(_ missing: MissingHosts, of expected: ExpectedHosts) -> [ReportGap] {
        guard missing.concernsNone, !missing.leftOut.isEmpty else { return [] }
        let count = missing.leftOut.count
        let clause =
            count == 1
            ? "the app in \(expected.source) is not known"
            : "none of the \(Quantity.of(count, "app")) in \(expected.source) is known"
        return [
            ReportGap(
                kind: .expectedHosts, count: count,
                sentence: "Whether hosts are missing is not known: \(clause) as an app that --app names "
                    + "(\(missing.leftOut.sorted().listed(atMost: 5))).",
                fix: "Give the Info.plist or the .ipa of the app with --policy, which names its bundle identifier, "
                    + "or leave out --app.")
        ]
    }

    /// The gaps of an App Privacy Report that could not be read whole.
    private static func fileGaps(_ expected: ExpectedHosts) -> [ReportGap] {
        var gaps: [ReportGap] = []
        if expected.unreadableLines > 0 {
            let lines = expected.firstUnreadableLines.map(String.init)
                .listed(atMost: .max, of: expected.unreadableLines)
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: expected.unreadableLines,
                    sentence: "\(expected.source): \(Quantity.of(expected.unreadableLines, "line")) could not be read "
                        + "(\(expected.unreadableLines == 1 ? "line" : "lines") \(lines)); what they say is missing.",
                    fix: "Save the App Privacy Report again."))
        }
        if expected.omitted > 0 {
            gaps.append(
                ReportGap(
                    kind: .expectedHosts, count: expected.omitted,
                    sentence: "\(expected.source): \(Quantity.of(expected.omitted, "line")) on further hosts were not "
                        + "read, because at most \(Quantity.grouped(AppPrivacyReport.limit)) hosts of apps are kept.",
                    fix: "Keep the lines of the tested app alone, as with grep."))
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

import Documents
import InternetNames

/// The missing hosts in words.
extension MissingHosts {
    /// The names of the hosts, each once.
    public var names: [String] { hosts.map(\.expected.name).distinct }

    /// The ways in which the hosts of an App Privacy Report were compared, in one sentence each.
    func statements(on expected: ExpectedHosts) -> [String] {
        guard expected.isPrivacyReport else { return [] }
        var statements: [String] = []
        if !matched.isEmpty {
            let apps = matched.map { "\($0.key) as \($0.value.sorted().listed(atMost: 3))" }.sorted().listed(atMost: 5)
            statements.append(
                "Hosts in \(expected.source) are compared with the loads of their app, and with loads that name no "
                    + "app: \(apps).")
        }
        if !unmatched.isEmpty {
            statements.append(
                "No name in a User-Agent can be told for \(unmatched.sorted().listed(atMost: 5)), so that "
                    + "\(unmatched.count == 1 ? "its" : "their") hosts in \(expected.source) are compared with the "
                    + "whole recording: a load of another app counts as well.")
        }
        if !otherApps.isEmpty, !concernsNoExpectedHost {
            statements.append(
                "\(Quantity.of(otherApps.count, "further app")) in \(expected.source) "
                    + "\(otherApps.count == 1 ? "is" : "are") not known as an app of this report, and left out: "
                    + "\(otherApps.sorted().listed(atMost: 5)).")
        }
        if !unrecorded.isEmpty {
            let isOne = unrecorded.count == 1
            statements.append(
                "\(Quantity.of(unrecorded.count, "host")) in \(expected.source) \(isOne ? "was" : "were") contacted "
                    + "only before the first recorded load or after the last one: \(isOne ? "it was" : "they were") "
                    + "not compared.")
        }
        return statements
    }

    /// The number of expected hosts that are in the recording, in one or two sentences; nil if none is expected.
    public var sentence: String? {
        guard isAsked else { return nil }
        let noun = isPrivacyReport ? "contacted host" : "expected host"
        let unrecordedCount = unrecorded.count
        let were = "\(unrecordedCount == 1 ? "was" : "were") contacted when nothing was recorded"
        guard compared > 0 else {
            let reason =
                unrecordedCount > 0 ? "\(Quantity.of(unrecordedCount, "host")) \(were)" : "none concerns this report"
            return "No \(noun) was compared with the recording: \(reason)."
        }
        return "\(Quantity.grouped(seen)) of \(Quantity.of(compared, noun)) \(seen == 1 ? "is" : "are") in the "
            + "recording, with a judged load."
            + (unrecordedCount > 0 ? " \(Quantity.grouped(unrecordedCount)) more \(were)." : "")
    }
}

import Recording
import TransportSecurity

/// What recorded traffic would violate under one dictionary or another; the question that all advice rests on.
struct Deliberation {
    let traffic: RecordedTraffic
    let retrial: Retrial
    let setting: Setting

    /// Under which circumstances a dictionary is read.
    struct Setting {
        var linkedSDK: OSVersion?
        var os: Jurisdiction.Choice
        var loadKind: LoadKind?
        var waivers: [Waiver]
    }

    /// The traffic's verdicts under a dictionary; of those entries alone, where some are given.
    func verdicts(under dictionary: PolicyDictionary, on entries: [TrafficEntry]? = nil) -> [JudgedEntry] {
        let jurisdiction = Jurisdiction(
            policyName: "advice", dictionary: dictionary.keys, linkedSDK: setting.linkedSDK, os: setting.os,
            loadKind: setting.loadKind, mode: .observe, waivers: setting.waivers)
        return (entries ?? traffic.entries).map { retrial.judge($0, traffic.facts, under: jurisdiction) }
    }

    /// Whether more is violated under the dictionary than in those verdicts, entry by entry and rule by rule; or might
    /// be, because the recording does not tell.
    func isMoreViolated(_ dictionary: PolicyDictionary, than other: [JudgedEntry]) -> Bool {
        zip(verdicts(under: dictionary, on: other.map(\.entry)), other).contains { new, old in
            new.isUndetermined && !old.isUndetermined
                || !Set(new.violations.map(\.rule)).isSubset(of: old.violations.map(\.rule))
        }
    }
}

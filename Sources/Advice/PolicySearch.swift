import Judging
import Recordings
import Traffic
import TransportSecurity

/// Judges recorded traffic under different dictionaries. All advice is based on these verdicts.
struct PolicySearch {
    /// The traffic with its facts.
    let traffic: RecordedTraffic
    /// The judge of the traffic.
    let replay: Replay
    /// The circumstances under which each dictionary is read.
    let setting: Setting

    /// The circumstances under which a dictionary is read.
    struct Setting {
        /// The SDK that the app was built with; nil if it is not known.
        var linkedSDK: OSVersion?
        /// The OS; nil for the recorded one of each load.
        var os: AppliedPolicy.Choice?
        /// The API that loads; nil for the recorded one of each load.
        var loadingAPI: LoadingAPI?
        /// The findings that a person accepts.
        var waivers: [Waiver]
    }

    /// The verdicts under a dictionary, on all traffic or on the given entries.
    func verdicts(under dictionary: PolicyDictionary, on entries: [TrafficEntry]? = nil) -> [JudgedEntry] {
        var appliedPolicies: [OSVersion: AppliedPolicy] = [:]
        return (entries ?? traffic.entries).map { entry in
            let os = entry.decision.policy?.value.os ?? .newest
            let appliedPolicy = appliedPolicies[os] ?? appliedPolicy(of: dictionary, recordedOS: os)
            appliedPolicies[os] = appliedPolicy
            return replay.judge(entry, in: traffic.facts, under: appliedPolicy)
        }
    }

    /// The applied policy of a dictionary, for loads that were recorded under an OS.
    func appliedPolicy(of dictionary: PolicyDictionary, recordedOS: OSVersion) -> AppliedPolicy {
        AppliedPolicy(
            policyName: "advice", dictionary: dictionary.keys, linkedSDK: setting.linkedSDK,
            os: setting.os ?? .fixed(recordedOS), loadingAPI: setting.loadingAPI, mode: .observe,
            waivers: setting.waivers)
    }

    /// Whether the dictionary leads to a violation that the given verdicts do not have, entry by entry and rule by
    /// rule, or makes an entry undetermined.
    func isMoreViolated(_ dictionary: PolicyDictionary, than other: [JudgedEntry]) -> Bool {
        zip(verdicts(under: dictionary, on: other.map(\.entry)), other).contains { new, old in
            new.isUndetermined && !new.lacksHandshake && !old.isUndetermined
                || !Set(new.violations.map(\.rule)).isSubset(of: old.violations.map(\.rule))
        }
    }
}

import Judging
import Recordings
import Traffic
import TransportSecurity

/// Judges recorded traffic under different `NSAppTransportSecurity` dictionaries, in search of the one to advise. All
/// advice is based on these verdicts.
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

    /// The requirements of a dictionary on the loads of an entry; nil if the entry names no host.
    func requirements(for entry: TrafficEntry, under dictionary: PolicyDictionary) -> Requirements? {
        guard let host = entry.decision.host else { return nil }
        let os = entry.decision.policy?.value.os ?? .newest
        return appliedPolicy(of: dictionary, recordedOS: os)
            .requirements(for: host, by: entry.decision.app ?? ClientApp(userAgent: ""))
    }

    /// The applied policy of a dictionary, for loads that were recorded under an OS.
    func appliedPolicy(of dictionary: PolicyDictionary, recordedOS: OSVersion) -> AppliedPolicy {
        AppliedPolicy(
            policyName: "advice", dictionary: dictionary.keys, linkedSDK: setting.linkedSDK,
            os: setting.os ?? .fixed(recordedOS), loadingAPI: setting.loadingAPI, mode: .observe,
            waivers: setting.waivers)
    }

    /// Whether the dictionary makes a verdict worse: it violates a rule that the given verdict on the same entry does
    /// not violate, or makes an entry undetermined that was determined. An entry that is undetermined because no
    /// handshake is known to succeed (`lacksHandshake`) does not count.
    func isMoreViolated(_ dictionary: PolicyDictionary, than verdicts: [JudgedEntry]) -> Bool {
        let newVerdicts = self.verdicts(under: dictionary, on: verdicts.map(\.entry))
        return zip(newVerdicts, verdicts).contains { new, old in
            let becomesUndetermined = new.isUndetermined && !new.lacksHandshake && !old.isUndetermined
            return becomesUndetermined || !Set(new.violations.map(\.rule)).isSubset(of: old.violations.map(\.rule))
        }
    }
}

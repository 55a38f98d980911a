import AppBundle
import Documents
import Judging
import OpenSSL
import ProxyServer
import RecordingInputs
import Recordings
import Settings
import TransportSecurity

extension TrustOptions {
    /// The replay that judges recorded traffic, with the trust store and the rules of these options.
    func replay() throws(CommandFailure) -> Replay {
        let (evaluator, rules) = try recordedTrust()
        return Replay(rules: rules, hasRevocationLists: hasRevocationLists) { handshake, os, time, roots in
            evaluator.evaluate(handshake, for: os, at: time, trusting: roots)
        }
    }

    /// The evaluator of recorded chains and the rules of these options.
    func recordedTrust() throws(CommandFailure) -> (evaluator: RecordedChainEvaluator, rules: RuleSet) {
        let (store, rules) = try load()
        return (
            RecordedChainEvaluator(store, replacesSystemRoots: replacesRoots, replacesUserRoots: hasUserRoots), rules
        )
    }
}

/// Recorded traffic that was judged again.
struct JudgedAnew {
    /// The entries with their verdicts, in the order of the traffic.
    var entries: [JudgedEntry]
    /// The name of the policy, for a report.
    var policy: String
    /// The name of the OS, for a report.
    var os: String
    /// The keys of `NSExceptionDomains` in the policy of `--policy`; nil without that option.
    var policyKeys: [String]?
    /// The policy of `--policy`; nil without that option.
    var app: AppPolicy?
    /// The policies, for each recorded load.
    var policies: RecordedPolicies
}

extension PolicyOptions {
    /// The recorded policies, changed by these options.
    func changedPolicies(
        of traffic: RecordedTraffic, waiving waivers: [Waiver]
    ) throws(CommandFailure) -> RecordedPolicies {
        RecordedPolicies(traffic.policies, try overrides(waiving: waivers))
    }

    /// The values of these options that replace parts of the recorded policies.
    func overrides(waiving waivers: [Waiver]) throws(CommandFailure) -> RecordedPolicies.Overrides {
        let settings = try settings()
        return RecordedPolicies.Overrides(
            os: os == nil ? nil : settings.os, linkedSDK: settings.linkedSDK, loadingAPI: api, waivers: waivers)
    }

    /// Judges traffic again: under the policy of `--policy`, or without that option under the recorded policies.
    func judged(_ traffic: RecordedTraffic, by trust: TrustOptions) throws(CommandFailure) -> JudgedAnew {
        let replay = try trust.replay()
        let waivers = try trust.waivers()
        if policy != nil {
            let appPolicy = try appPolicy()
            var overrides = try overrides(waiving: waivers)
            overrides.policy = try givenPolicy(from: appPolicy)
            let policies = RecordedPolicies(traffic.policies, overrides)
            return JudgedAnew(
                entries: replay.judge(traffic, under: policies),
                policy: appPolicy.source, os: osInWords(of: traffic),
                policyKeys: try appliedPolicy(appPolicy, waiving: waivers).domainKeys, app: appPolicy,
                policies: policies)
        }
        let policies = try changedPolicies(of: traffic, waiving: waivers)
        let sources = Set(traffic.policies.values.map(\.source)).sorted().listed(atMost: 8)
        return JudgedAnew(
            entries: replay.judge(traffic, under: policies),
            policy: sources.isEmpty ? RecordedPolicies.defaultsName : "\(sources) as recorded",
            os: osInWords(of: traffic), policyKeys: nil, policies: policies)
    }

    /// The name of the OS whose rules apply, for a report. Loads of captures have no recorded OS.
    private func osInWords(of traffic: RecordedTraffic) -> String {
        if let os { return os }
        let isCaptured = traffic.hasCaptures && traffic.sources.allSatisfy(\.isCapture)
        return isCaptured ? OSVersion.newest.description : "the recorded OS of each load"
    }

    /// The policy of an app, as a replacement for the recorded ones.
    func givenPolicy(from appPolicy: AppPolicy) throws(CommandFailure) -> RecordedPolicies.GivenPolicy {
        RecordedPolicies.GivenPolicy(
            name: appPolicy.source, dictionary: appPolicy.dictionary, linkedSDK: try sdk(of: appPolicy))
    }

    /// The policy for recorded traffic according to these options.
    func appliedPolicy(_ appPolicy: AppPolicy, waiving waivers: [Waiver]) throws(CommandFailure) -> AppliedPolicy {
        AppliedPolicy(
            policyName: appPolicy.source, dictionary: appPolicy.dictionary, linkedSDK: try sdk(of: appPolicy),
            os: try osChoice(), loadingAPI: api, mode: .observe, waivers: waivers
        ).recorded()
    }
}

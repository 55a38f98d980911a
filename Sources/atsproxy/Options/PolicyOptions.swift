import AppBundle
import Documents
import Judging
import ProxyServer
import Recordings
import Settings
import TransportSecurity

/// Options about the policy and the OS that reads it, for commands that judge.
struct PolicyOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.policy]
    var layer = SettingsLayer()

    /// The path of the policy; nil if none is given.
    var policy: String? { text(SettingTable.policy) }

    /// The text of `--os`; nil if that is not given.
    var os: String? { text(SettingTable.os) }

    /// The API of all loads; nil if that is not given.
    var api: LoadingAPI? { text(SettingTable.api).flatMap(LoadingAPI.init(rawValue:)) }

    /// Whether any of these options is given. Recorded traffic must then be judged again.
    var areGiven: Bool { !layer.texts.isEmpty }

    /// The settings from these options.
    func settings() throws(CommandFailure) -> PolicySettings {
        try PolicySettings(stack)
    }

    /// Reads the policy that the options name. Without one, the policy is the defaults of ATS with the name `defaults`.
    func appPolicy() throws(CommandFailure) -> AppPolicy {
        try settings().appPolicy()
    }

    /// The choice of OS from `--os`. For `auto`, the User-Agent of each request decides.
    func osChoice() throws(CommandFailure) -> AppliedPolicy.Choice {
        try settings().os
    }

    /// The OS from `--os`, for commands without clients. Throws a usage error for `auto`.
    func fixedOS() throws(CommandFailure) -> OSVersion {
        switch try osChoice() {
        case .fixed(let os): return os
        case .byUserAgent: throw CommandFailure(.usage, "--os auto needs a client to go by; name a version.")
        }
    }

    /// The SDK from `--linked-sdk`, else the SDK of the policy's app.
    func sdk(of policy: AppPolicy) throws(CommandFailure) -> OSVersion? {
        try settings().sdk(of: policy)
    }
}

extension PolicyOptions {
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
        let appPolicy = policy == nil ? nil : try appPolicy()
        var overrides = try overrides(waiving: waivers)
        overrides.policy = try appPolicy.map(givenPolicy)
        let policies = RecordedPolicies(traffic.policies, overrides)
        return JudgedAnew(
            entries: replay.judge(traffic, under: policies),
            policy: appPolicy?.source ?? Self.sourcesInWords(of: traffic), os: osInWords(of: traffic),
            policyKeys: try appPolicy.map { (appPolicy) throws(CommandFailure) in
                try appliedPolicy(appPolicy, waiving: waivers).domainKeys
            },
            app: appPolicy, policies: policies)
    }

    /// The names of the recorded policies, for a report.
    private static func sourcesInWords(of traffic: RecordedTraffic) -> String {
        let sources = Set(traffic.policies.values.map(\.source)).sorted().listed(atMost: 8)
        return sources.isEmpty ? RecordedPolicies.defaultsName : "\(sources) as recorded"
    }

    /// The name of the OS whose rules apply, for a report. Loads of captures have no recorded OS.
    private func osInWords(of traffic: RecordedTraffic) -> String {
        if let os { return os }
        let isCaptured = traffic.hasCaptures && traffic.sources.allSatisfy(\.isCapture)
        return isCaptured ? OSVersion.newest.description : "the recorded OS of each load"
    }

    /// The policy of an app, as a replacement for the recorded ones.
    func givenPolicy(from appPolicy: AppPolicy) throws(CommandFailure) -> NamedPolicy {
        NamedPolicy(
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

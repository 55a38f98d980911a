import AppBundle
import Audit
import Recording
import TransportSecurity

/// Everything that answers of the API are made of.
public struct ConsoleState {
    /// What the program knows from its options.
    public let settings: ConsoleSettings
    /// What judging needs.
    public let judge: ConsoleJudge
    /// What is to be known of the program besides traffic.
    public var program = ProxyState()
    /// The traffic.
    public var traffic: ConsoleTraffic
    /// The policies that were dropped onto the page.
    public var uploads = UploadedPolicies()
    /// The exceptions that no load has needed.
    public var neverNeeded = NeverNeededSearch()

    /// Creates the state of a console over traffic.
    public init(_ settings: ConsoleSettings, judge: ConsoleJudge, traffic: ConsoleTraffic) {
        self.settings = settings
        self.judge = judge
        self.traffic = traffic
    }

    /// Begins a revision if a search that was put off is due, so that readers ask for the status again.
    public mutating func noteDueSearch(at now: ContinuousClock.Instant = .now) {
        if neverNeeded.isDue(in: traffic, at: now) { traffic.noteChange() }
    }

    /// The policies that a what-if can choose.
    public var policies: [PolicyReference] {
        var all: [PolicyReference] = []
        if let given = traffic.given {
            let id = given.digest ?? "name:\(given.policyName)"
            all.append(PolicyReference(policy: RowPolicy(id: id, name: given.policyName), origin: .given))
        }
        let origin: PolicyReference.Origin = settings.source == .live ? .listener : .recording
        for policy in traffic.content.policies.values.sorted(by: { ($0.source, $0.id) < ($1.source, $1.id) })
        where policy.source != RowPolicy.defaults.name && !all.contains(where: { $0.policy.id == policy.id }) {
            all.append(PolicyReference(policy: RowPolicy(id: policy.id, name: policy.source), origin: origin))
        }
        all += uploads.all.map { PolicyReference(policy: $0.reference, origin: .uploaded) }
        return all + [
            PolicyReference(
                policy: RowPolicy(id: RowPolicy.defaults.id, name: WhatIfPolicy.defaults.name), origin: .defaults)
        ]
    }

    /// The policy with an identifier; nil if there is none.
    public func policy(_ id: String) -> WhatIfPolicy? {
        if id == RowPolicy.defaults.id { return .defaults }
        if let given = traffic.given, id == given.digest || id == "name:\(given.policyName)" {
            return WhatIfPolicy(
                name: given.policyName, dictionary: given.dictionary, linkedSDK: given.linkedSDK,
                loadKind: given.loadKind)
        }
        if let upload = uploads[id] {
            return WhatIfPolicy(
                name: upload.reference.name, dictionary: upload.policy.dictionary, linkedSDK: upload.policy.linkedSDK)
        }
        return traffic.content.policies[id].map {
            WhatIfPolicy(
                name: $0.source, dictionary: $0.dictionary, linkedSDK: $0.linkedSDK, loadKind: $0.api)
        }
    }
}

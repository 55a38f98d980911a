import AppBundle
import Events
import HTTPServer
import TransportSecurity

/// Everything that answers of the API are made from: the settings, the state of the program, the traffic, the uploaded
/// policies and the search for unused exceptions. The routes read and change it.
public struct ConsoleState {
    /// The settings from the program's options.
    public var settings: ConsoleSettings
    /// The state of the program besides traffic.
    public var proxy = ProxyState() {
        didSet {
            guard proxy.setupAddresses.first != setupCode?.address else { return }
            setupCode = proxy.setupAddresses.first.flatMap(SetupCode.init)
        }
    }
    /// The time at which the program last read its configuration again; nil if it has read it only once.
    public internal(set) var reloaded: Instant?
    /// The QR code of the first address for devices, which is kept because drawing it takes milliseconds.
    private var setupCode: SetupCode?
    /// The traffic.
    public var traffic: ConsoleTraffic
    /// The policies that were uploaded.
    public var uploads = UploadedPolicies()
    /// The search for exceptions that no load has needed.
    public private(set) var unusedExceptions = UnusedExceptionSearch()

    /// Creates the state of a console over traffic.
    public init(_ settings: ConsoleSettings, traffic: ConsoleTraffic) {
        self.settings = settings
        self.traffic = traffic
    }

    /// The search for exceptions that no load has needed, if it is due. The search then counts as begun.
    public mutating func dueSearch(at now: ContinuousClock.Instant = .now) -> ConsoleComputation? {
        unusedExceptions.begin(in: traffic.snapshot, inForce: proxy.policies, at: now)
    }

    /// Shows recordings that were read again.
    mutating func replaceTraffic(by input: RecordedInput) {
        traffic = traffic.replaced(by: input)
        unusedExceptions.reset()
    }

    /// Uses the result of a computation. Returns the response to the request that asked for it; nil if none did.
    public mutating func finish(
        _ result: ConsoleComputation.Result, at now: ContinuousClock.Instant = .now
    ) -> ServerResponse? {
        switch result {
        case .response(let response):
            return response
        case .policy(let policy):
            traffic.noteChange()
            return .json(uploads.keep(policy), status: 201)
        case .unusedExceptions(let result, let number, let duration):
            let before = unusedExceptions.result
            unusedExceptions.end(with: result, search: number, took: duration, at: now)
            if unusedExceptions.result != before { traffic.noteChange() }
            return nil
        }
    }

    /// The status: the counts, and everything else that the page shows beside the rows.
    func status(at now: Instant) -> ConsoleStatus {
        ConsoleStatus(
            settings: settings, proxy: proxy, setupCode: setupCode, traffic: traffic, reloaded: reloaded,
            policies: policies, unusedExceptions: unusedExceptions.result, at: now)
    }

    /// The policies that a what-if can choose.
    public var policies: [PolicyReference] {
        referencesWithoutFiles.map { reference in
            var reference = reference
            let id = reference.policy.id
            if let upload = uploads[id] {
                reference.hasFile = upload.text != nil
            } else {
                reference.hasFile = file(ofPolicy: id) != nil
            }
            return reference
        }
    }

    /// The file of the policy with an identifier: the one that was given to `view`, or the one policy of all listeners;
    /// nil if its text is not known.
    func file(ofPolicy id: String) -> ConsoleSettings.PolicyFile? {
        let isInForce = proxy.policies?.contains(id) ?? false
        return givenPolicy(withID: id) != nil || isInForce ? settings.policyFile : nil
    }

    /// The policy that was given to the program, if it has an identifier: its digest, or `name:` and its name.
    private func givenPolicy(withID id: String) -> AppliedPolicy? {
        guard let policy = traffic.judged.givenPolicy else { return nil }
        return id == policy.digest || id == "name:\(policy.policyName)" ? policy : nil
    }

    /// The policies that a what-if can choose. Their `hasFile` is not set yet.
    private var referencesWithoutFiles: [PolicyReference] {
        var references: [PolicyReference] = []
        if let policy = traffic.judged.givenPolicy {
            let id = policy.digest ?? "name:\(policy.policyName)"
            references.append(PolicyReference(policy: RowPolicy(id: id, name: policy.policyName), origin: .given))
        }
        let origin: PolicyReference.Origin = settings.source == .live ? .listener : .recording
        for policy in recordedPolicies where !references.contains(where: { $0.policy.id == policy.id }) {
            references.append(PolicyReference(policy: RowPolicy(id: policy.id, name: policy.source), origin: origin))
        }
        references += uploads.all.map { PolicyReference(policy: $0.reference, origin: .uploaded) }
        let defaults = RowPolicy(id: RowPolicy.defaults.id, name: WhatIfPolicy.defaults.name)
        return references + [PolicyReference(policy: defaults, origin: .defaults)]
    }

    /// The recorded policies that are in force, sorted by name, without the defaults of ATS.
    private var recordedPolicies: [PolicyEvent] {
        traffic.content.policies.values
            .filter { $0.source != RowPolicy.defaults.name && (proxy.policies?.contains($0.id) ?? true) }
            .sorted { ($0.source, $0.id) < ($1.source, $1.id) }
    }

    /// The policy with an identifier; nil if there is none.
    public func policy(_ id: String) -> WhatIfPolicy? {
        if id == RowPolicy.defaults.id { return .defaults }
        if let policy = givenPolicy(withID: id) { return WhatIfPolicy(policy) }
        if let upload = uploads[id] {
            return WhatIfPolicy(
                name: upload.reference.name, dictionary: upload.policy.dictionary, linkedSDK: upload.policy.linkedSDK)
        }
        return traffic.content.policies[id].map {
            WhatIfPolicy(
                name: $0.source, dictionary: $0.dictionary, linkedSDK: $0.linkedSDK, loadingAPI: $0.api)
        }
    }
}

import DeviceManagement
import InternetNames
import Networking
import Reports
import ServerChecks
import Settings
import StandardStreams
import TransportSecurity
import Watching

/// A watch over servers, with the options of `atsproxy watch`. Each pass reads lists, policy and trusted data anew.
struct Watch: Sendable {
    /// The arguments that name servers: lists, recordings and URLs.
    let targets: [String]
    /// The arguments that were files at the beginning. If one is missing later, it is not taken for a host.
    let files: Set<String>
    let policy: PolicyOptions
    let discovery: DiscoveryOptions
    let trust: TrustOptions
    let network: NetworkOptions
    let window: RenewalWindow
    let pins: [String]
    let output: WatchOutput

    /// The result of a pass.
    struct Result: Sendable {
        var report: PassReport
        var status: Int32
    }

    /// Makes a pass, keeps the states in a directory, and tells the changes.
    ///
    /// The changes are kept as untold before they are told, so none is lost if the program ends between. Changes beyond
    /// `WatchLimits.servers` are lost: their number is said, and the status is that of lost output.
    func pass(keepingIn directory: borrowing WatchDirectory) throws(CommandFailure) -> Result {
        var state = try directory.read()
        var targets = try WatchTargets(targets, files: files)
        let pass = try prepared()
        let domains = try discover(addingTo: &targets, with: pass)
        try targets.check()
        var states = try pass.states(of: targets.urls, known: state.servers)
        for domain in domains { states[try Self.url(of: domain.domain).title]?.add(Self.conditions(of: domain)) }
        // The servers that an absent document named before are still watched.
        let isComplete = targets.faults.isEmpty && domains.allSatisfy { $0.device.document != nil }
        let isFirst = state.passedAt == nil
        let now = WallClock.now
        state.take(states, isComplete: isComplete, at: now)
        let report = PassReport(state, at: now, isFirst: isFirst)
        try directory.write(state)
        // A warning about old data is not repeated after a pass without news.
        if isFirst || !report.changes.isEmpty { _ = try trust.load(warningAt: now, for: [os()]) }
        var status = targets.faults.isEmpty ? report.status : CommandFailure.Status.data.rawValue
        if let failure = deliver(report, updating: &state, in: directory) { status = failure }
        if let loss = report.loss {
            Output.say(loss)
            status = CommandFailure.Status.output.rawValue
        }
        return Result(report: report, status: status)
    }

    /// Writes the metrics, and tells the changes. The changes are kept as told only if that succeeds. Returns the exit
    /// status of the last failure, which is said; nil without one.
    private func deliver(
        _ report: PassReport, updating state: inout WatchState, in directory: borrowing WatchDirectory
    ) -> Int32? {
        var status: Int32?
        // The command of --notify may read the file of metrics. If that cannot be written, the command runs anyway.
        do throws(CommandFailure) {
            try output.writeTextfile(report)
        } catch {
            Output.say(error.sentence)
            status = error.status.rawValue
        }
        do throws(CommandFailure) {
            if try output.deliver(report, through: directory.changes), !report.changes.isEmpty {
                state.markAsTold()
                try directory.write(state)
            }
        } catch {
            Output.say(error.sentence)
            status = error.status.rawValue
        }
        return status
    }

    /// Adds the servers of device management. Returns the discoveries.
    private func discover(
        addingTo targets: inout WatchTargets, with pass: WatchPass
    ) throws(CommandFailure) -> [DomainDiscovery] {
        guard discovery.areGiven else { return [] }
        var run = DiscoveryRun(pass.settings, through: pass.upstreamProxy, under: pass.policy, by: pass.rules)
        try run.add(discovery.input())
        for server in run.servers.servers {
            targets.add(try Self.url(of: server.url.authority, scheme: server.url.scheme))
        }
        return run.domains
    }

    private static func url(
        of authority: Authority, scheme: Load.Scheme = .https
    ) throws(CommandFailure) -> LoadURL {
        try LoadURL(argument: "\(scheme.rawValue)://\(authority)")
    }

    /// The failures and open findings of a discovery as conditions of the domain's own server.
    private static func conditions(of domain: DomainDiscovery) -> [Condition] {
        domain.device.findings.filter { $0.code.severity != .note }.map {
            let isOpen = $0.code.severity == .open
            return Condition(isOpen ? .openDiscovery : .discovery, name: $0.code.rawValue, text: $0.sentence)
        }
    }

    /// The system whose rules apply: with device management, that of Apple's own processes.
    private func os() throws(CommandFailure) -> OSVersion {
        discovery.areGiven && policy.os == nil ? .newestSystem : try policy.fixedOS()
    }

    private func prepared() throws(CommandFailure) -> WatchPass {
        let appPolicy = try policy.appPolicy()
        var lists: [PinList] = []
        for path in pins { lists.append(try PinList.read(path)) }
        return try WatchPass(
            of: appPolicy, under: try os(), linkedSDK: try policy.sdk(of: appPolicy), api: policy.api,
            trust: trust, network: network, window: window, pins: lists)
    }
}

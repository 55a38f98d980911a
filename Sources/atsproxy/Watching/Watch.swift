import DeviceManagement
import InternetNames
import Networking
import Reports
import ServerChecks
import Settings
import StandardStreams
import TransportSecurity
import Watching

/// A watch over servers, with the options of its command. Each pass reads lists, policy and trusted data anew.
struct Watch: Sendable {
    let targets: [String]
    /// The arguments that were files at the beginning. If one is missing later, it is not taken for a host.
    let files: Set<String>
    let policy: PolicyOptions
    let discovery: DiscoveryOptions
    let trust: TrustOptions
    let network: NetworkOptions
    let window: RenewalWindow
    let pins: [String]
    let telling: WatchTelling

    /// The result of a pass.
    struct Result: Sendable {
        var report: PassReport
        var status: Int32
    }

    /// Makes a pass, keeps the states in a directory, and tells the changes.
    ///
    /// The changes are kept as untold before they are told. None is lost if the program ends between.
    func pass(keepingIn directory: borrowing WatchDirectory) throws(CommandFailure) -> Result {
        var state = try directory.read()
        var targets = try WatchTargets(targets, files: files)
        let pass = try prepared()
        let failures = try discover(addingTo: &targets, with: pass)
        for failure in failures { Console.say(failure) }
        try targets.check()
        let states = try pass.states(of: targets.urls, known: state.servers)
        let isFirst = state.passedAt == nil
        let now = WallClock.now
        state.take(states, isComplete: targets.faults.isEmpty && failures.isEmpty, at: now)
        let report = PassReport(state, at: now, isFirst: isFirst)
        try directory.write(state)
        // The age of data is said beside other news only.
        if isFirst || !report.changes.isEmpty { _ = try trust.load(warnsAt: now, for: [os()]) }
        var status = targets.faults.isEmpty ? report.status : CommandFailure.Status.data.rawValue
        if status == 0, !failures.isEmpty { status = 2 }
        // The command of --notify may read the file, whose fault does not silence the command.
        do throws(CommandFailure) {
            try telling.writeTextfile(report)
        } catch {
            Console.say(error.sentence)
            status = error.status.rawValue
        }
        do throws(CommandFailure) {
            if try telling.tell(report, through: directory.changes), !report.changes.isEmpty {
                state.markAsTold()
                try directory.write(state)
            }
        } catch {
            Console.say(error.sentence)
            status = error.status.rawValue
        }
        return Result(report: report, status: status)
    }

    /// Adds the servers of device management. Returns a sentence for each domain whose document was not found.
    private func discover(
        addingTo targets: inout WatchTargets, with pass: WatchPass
    ) throws(CommandFailure) -> [String] {
        guard discovery.areGiven else { return [] }
        var run = DiscoveryRun(pass.settings, through: pass.upstreamProxy, under: pass.policy, by: pass.rules)
        try run.add(discovery.input())
        for server in run.servers.servers {
            targets.add(try LoadURL(argument: "\(server.url.scheme.rawValue)://\(server.url.authority)"))
        }
        return run.domains.filter { $0.device.document == nil }.map { domain in
            let reasons = domain.findings.map(\.sentence).joined(separator: " ")
            return "The management service of \(domain.name) was not found. \(reasons)"
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

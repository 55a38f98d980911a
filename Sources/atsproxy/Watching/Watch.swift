import Networking
import Settings
import TransportSecurity
import Watching

/// A watch over servers, with the options of its command. Each pass reads lists, policy and trusted data anew.
struct Watch: Sendable {
    let targets: [String]
    let policy: PolicyOptions
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
        let targets = try WatchTargets(targets)
        try targets.check()
        let states = try prepared().states(of: targets.urls, known: state.servers)
        let isFirst = state.passedAt == nil
        let now = WallClock.now
        state.take(states, isComplete: targets.faults.isEmpty, at: now)
        let report = PassReport(state, at: now, isFirst: isFirst)
        try directory.write(state)
        try telling.writeTextfile(report)
        // The age of data is said beside other news only.
        if isFirst || !report.changes.isEmpty { _ = try trust.load(warnsAt: now, for: [policy.fixedOS()]) }
        var status = targets.faults.isEmpty ? report.status : CommandFailure.Status.data.rawValue
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

    private func prepared() throws(CommandFailure) -> WatchPass {
        let appPolicy = try policy.appPolicy()
        var lists: [PinList] = []
        for path in pins { lists.append(try PinList.read(path)) }
        return try WatchPass(
            of: appPolicy, under: try policy.fixedOS(), linkedSDK: try policy.sdk(of: appPolicy), api: policy.api,
            trust: trust, network: network, window: window, pins: lists)
    }
}

import ForwardProxy
import InternetNames
import Networking
import Probing
import ProxyServer
import ServerChecks
import Settings
import TransportSecurity
import Watching

/// One pass over all servers: at most 64 connections at once, and one at a time to each address.
struct WatchPass {
    let settings: ProbeSettings
    let upstreamProxy: UpstreamProxy?
    let policy: CheckedPolicy
    let rules: RuleSet
    let seen: SeenServer

    /// The largest number of connections at once.
    static let concurrency = 64
    /// The number of servers whose results may wait for that of an earlier one.
    private static let batch = 1000

    /// The states of all servers. A server is down after two failed tries, with all others between them.
    ///
    /// - Parameter known: The states before the pass.
    func states(
        of urls: [LoadURL], known: [String: ServerState]
    ) throws(CommandFailure) -> [String: ServerState] {
        var states: [String: ServerState] = [:]
        var down: [LoadURL] = []
        try judge(urls) { url, sight in
            switch sight {
            case .seen(let state): states[url.title] = state
            case .down: down.append(url)
            }
        }
        try judge(down) { url, sight in
            switch sight {
            case .seen(let state): states[url.title] = state
            case .down(let reason): states[url.title] = .down(reason, after: known[url.title])
            }
        }
        return states
    }

    private func judge(
        _ urls: [LoadURL], deliver: @escaping (LoadURL, SeenServer.Sight) -> Void
    ) throws(CommandFailure) {
        do throws(SystemError) {
            var rest = urls[...]
            while !rest.isEmpty {
                let prober = try Prober(
                    settings, upstreamProxy: upstreamProxy, concurrency: Self.concurrency, spacing: .byAddress)
                let check = ServerCheck(prober, policy, upstreamProxy: upstreamProxy) { result in
                    deliver(result.url, seen.state(of: result, at: WallClock.now))
                }
                check.judge(Array(rest.prefix(Self.batch)), perAddress: false, diagnoses: false)
                rest = rest.dropFirst(Self.batch)
            }
        } catch {
            throw CommandFailure(probing: error)
        }
    }
}

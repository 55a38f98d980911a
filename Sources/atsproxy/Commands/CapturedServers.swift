import Documents
import Events
import InternetNames
import Judging
import Networking
import Probing
import Recordings
import Settings
import StandardStreams
import Traffic
import TransportSecurity

/// Asks the servers of recorded loads that could not be judged (`report --check`), and adds their answers to the facts.
struct CapturedServers {
    let policy: PolicyOptions
    let trust: TrustOptions
    let network: NetworkOptions

    /// The largest number of servers that are asked.
    private static let limit = 2000

    /// Adds facts about the servers of loads without a verdict.
    ///
    /// - Parameter entries: The verdicts on the traffic, in its order.
    func ask(for traffic: inout RecordedTraffic, judgedAs entries: [JudgedEntry]) throws(CommandFailure) {
        let unjudgedEntries = entries.lazy.filter { $0.isUndetermined && !$0.isExempt }
        let unjudgedServers = Set(unjudgedEntries.compactMap(\.secureAuthority))
        let askedServers = unjudgedServers.sorted { $0.description < $1.description }.prefix(Self.limit)
        guard !askedServers.isEmpty else { return }
        let answers = try answers(of: Array(askedServers))
        let now = WallClock.now
        for facts in answers { traffic.facts.add(facts) }
        traffic.judgeByLaterFacts(answers, at: now)
        let answeringCount = Set(answers.map { Authority(host: $0.host, port: $0.port) }).count
        let omittedCount = unjudgedServers.count - askedServers.count
        Output.say(
            "--check asked \(Quantity.of(askedServers.count, "server")) on \(now.date), and \(answeringCount) answered."
                + " Their facts are of that day, not of the capture."
                + (omittedCount > 0 ? " \(omittedCount) more were not asked." : ""))
    }

    /// Probes servers, and returns the facts about those that answer.
    private func answers(of servers: [Authority]) throws(CommandFailure) -> [FactsEvent] {
        let applied = try policy.appliedPolicy(try policy.appPolicy(), waiving: [])
        let settings = try network.settings().probeSettings(trust: try trust.load().trust)
        var answers: [FactsEvent] = []
        let upstreamProxy = try network.readUpstreamProxy()
        do throws(SystemError) {
            let prober = try Prober(settings, upstreamProxy: upstreamProxy)
            prober.onFacts = { answers.append($0) }
            for server in servers {
                let requirements = applied.requirements(for: server.host, by: ClientApp(userAgent: ""))
                prober.probe(server, with: Offer(judging: requirements), for: requirements.os) { _ in }
            }
            prober.run()
        } catch {
            throw CommandFailure(probing: error)
        }
        return answers
    }
}

extension JudgedEntry {
    /// The destination of loads over TLS; nil for loads in cleartext.
    fileprivate var secureAuthority: Authority? { entry.isCleartext == false ? entry.authority : nil }
}

extension RecordedTraffic {
    /// Prepares loads without facts of their own for facts that were found later. The loads are judged at that time,
    /// because the certificates may be newer than the loads.
    fileprivate mutating func judgeByLaterFacts(_ laterFacts: [FactsEvent], at time: Instant) {
        var factsByServer: [Authority: FactsEvent] = [:]
        for event in laterFacts { factsByServer[Authority(host: event.host, port: event.port)] = event }
        for index in entries.indices {
            let entry = entries[index]
            guard entry.isCleartext == false, entry.firstDecisionIndex == nil, entry.decision.facts == nil,
                let facts = entry.authority.flatMap({ factsByServer[$0] })
            else { continue }
            entries[index].decision.facts = facts.id
            // An entry is judged at the time of its last load.
            entries[index].counts.last = time
            guard entry.decision.tls?.source == .tunnel else { continue }
            // The reading of the tunnel remains, and becomes the second decision on the same loads.
            (entries[index].decision.tls, entries[index].decision.tunnel) = (nil, nil)
            entries[index].note(entry.decision, on: entry.loads)
            var second = entry
            second.firstDecisionIndex = index
            second.decision.facts = facts.id
            second.counts = second.counts.asRepeats
            entries.append(second)
        }
    }
}

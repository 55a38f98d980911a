import Events
import ForwardProxy
import InternetNames
import Networking
import Probing
import ProxyServer
import TransportSecurity

/// Judges URLs by probing their servers concurrently, and delivers the results in the order of the URLs.
package final class ServerCheck {
    private let prober: Prober
    private let policy: CheckedPolicy
    /// The upstream proxy through which the prober reaches servers; nil without one.
    private let upstreamProxy: UpstreamProxy?
    private let deliver: (CheckResult) -> Void
    /// The results that wait for one of an earlier URL, by the index of the URL.
    private var results: [CheckResult?] = []
    private var delivered = 0
    private var identifiers = EventIDGenerator()
    private var random = SystemRandomNumberGenerator()
    /// The facts of the last probe, which its handler takes.
    private var lastFacts: FactsEvent?

    /// Creates a check under a policy. `deliver` is called once for each result.
    package init(
        _ prober: Prober, _ policy: CheckedPolicy, upstreamProxy: UpstreamProxy? = nil,
        deliver: @escaping (CheckResult) -> Void
    ) {
        self.prober = prober
        self.policy = policy
        self.upstreamProxy = upstreamProxy
        self.deliver = deliver
    }

    /// Judges all URLs, and returns when all results are delivered.
    package func judge(_ urls: [LoadURL], perAddress: Bool, diagnoses: Bool) {
        results = Array(repeating: nil, count: urls.count)
        prober.onFacts = { [unowned self] in self.lastFacts = $0 }
        for (index, url) in urls.enumerated() {
            if let blocked = blockedCleartext(url) {
                finish(CheckResult(url: url, serverVerdicts: [blocked]), at: index)
            } else if perAddress {
                judgeEachAddress(of: url, at: index)
            } else {
                probe(url) { [unowned self] serverVerdict, facts in
                    let result = CheckResult(url: url, serverVerdicts: [serverVerdict])
                    if diagnoses, let facts {
                        self.diagnose(url, by: facts.address, completing: result, at: index)
                    } else if let facts, self.upstreamProxy?.onTheWay(to: url.authority) == nil {
                        self.compareAddresses(of: url, with: facts.address, completing: result, at: index)
                    } else {
                        self.finish(result, at: index)
                    }
                }
            }
        }
        prober.run()
    }

    /// Keeps the result of the URL at an index, and delivers all results that no longer wait for an earlier one.
    private func finish(_ result: CheckResult, at index: Int) {
        results[index] = result
        while delivered < results.count, let next = results[delivered] {
            results[delivered] = nil
            delivered += 1
            deliver(next)
        }
    }
}

// MARK: - One URL

extension ServerCheck {
    /// The verdict on a cleartext load that the policy blocks, which needs no network; nil for any other load.
    private func blockedCleartext(_ url: LoadURL) -> CheckResult.ServerVerdict? {
        guard !url.scheme.isSecure else { return nil }
        let serverVerdict = serverVerdict(on: .cleartext(url.scheme), of: url, facts: nil)
        return serverVerdict.event.violations.isEmpty ? nil : serverVerdict
    }

    /// Connects to the server of a cleartext load, at any of its addresses if none is given, and hands out the verdict.
    private func connect(
        _ url: LoadURL, at address: IPAddress?, then handler: @escaping (CheckResult.ServerVerdict) -> Void
    ) {
        prober.testConnection(to: url.authority, at: address) { [unowned self] answer in
            switch answer {
            case .found(let connected):
                var serverVerdict = self.serverVerdict(on: .cleartext(url.scheme), of: url, facts: nil)
                serverVerdict.event.address = connected
                handler(serverVerdict)
            case .failed(let failure):
                handler(self.serverVerdict(failure, of: url, at: address))
            }
        }
    }

    /// Probes a server, at any of its addresses if none is given, and hands out the verdict. There are no facts if the
    /// probe failed, or if the load is in cleartext.
    private func probe(
        _ url: LoadURL, at address: IPAddress? = nil,
        then handler: @escaping (CheckResult.ServerVerdict, ServerFacts?) -> Void
    ) {
        guard url.scheme.isSecure else { return connect(url, at: address) { handler($0, nil) } }
        let offer = Offer(judging: policy.requirements(for: url.host))
        prober.probe(url.authority, with: offer, for: policy.os, at: address) { [unowned self] answer in
            switch answer {
            case .found(let facts):
                handler(self.serverVerdict(on: facts.observation, of: url, facts: facts), facts)
            case .failed(let failure):
                handler(self.serverVerdict(failure, of: url, at: address), nil)
            }
        }
    }

    /// Probes a server at each of several addresses, and hands out the verdicts in the order of the addresses. An
    /// address that was not reached has no facts.
    private func probe(
        _ url: LoadURL, at addresses: [IPAddress],
        then handler: @escaping ([(verdict: CheckResult.ServerVerdict, facts: ServerFacts?)]) -> Void
    ) {
        var answers: [Int: (verdict: CheckResult.ServerVerdict, facts: ServerFacts?)] = [:]
        for (index, address) in addresses.enumerated() {
            probe(url, at: address) { verdict, facts in
                answers[index] = (verdict, facts)
                guard answers.count == addresses.count else { return }
                handler(addresses.indices.compactMap { answers[$0] })
            }
        }
    }

    private func judgeEachAddress(of url: LoadURL, at index: Int) {
        prober.findAddresses(of: url.authority) { [unowned self] answer in
            switch answer {
            case .failed(let failure):
                let serverVerdict = self.serverVerdict(failure, of: url, at: nil)
                self.finish(CheckResult(url: url, serverVerdicts: [serverVerdict]), at: index)
            case .found(let addresses):
                self.probe(url, at: addresses) { [unowned self] answers in
                    self.finish(CheckResult(url: url, serverVerdicts: answers.map(\.verdict)), at: index)
                }
            }
        }
    }

    /// Probes further addresses of the server, and adds the verdicts of those that violate other rules. A note names
    /// the addresses that differ, even if only their versions do.
    ///
    /// An address that cannot be reached from here is left out. A system tries them in turn and uses one that it
    /// reaches.
    private func compareAddresses(
        of url: LoadURL, with judged: IPAddress, completing result: CheckResult, at index: Int
    ) {
        prober.findAddresses(of: url.authority) { [unowned self] answer in
            var others: [IPAddress] = []
            if case .found(let addresses) = answer {
                others = Array(addresses.filter { $0 != judged }.prefix(Self.comparedAddresses))
            }
            guard !others.isEmpty else { return self.finish(result, at: index) }
            self.probe(url, at: others) { [unowned self] answers in
                let reached = answers.filter { $0.facts != nil }.map(\.verdict)
                self.finish(result.adding(reached, of: url.host), at: index)
            }
        }
    }

    /// The most addresses of one server that are compared with the judged one.
    private static let comparedAddresses = 4

    private func serverVerdict(
        on observation: Observation, of url: LoadURL, facts: ServerFacts?
    ) -> CheckResult.ServerVerdict {
        let requirements = policy.requirements(for: url.host)
        let now = WallClock.now
        let verdict = policy.verdict(on: observation, under: requirements, at: now)
        var event = policy.event(verdict, under: requirements, at: now)
        fill(&event, for: url)
        event.address = facts?.address
        event.facts = facts?.id
        event.tls = TLSSummary(observation).map { CachedJSON(uncached: $0) }
        return CheckResult.ServerVerdict(
            event: event, observation: observation, facts: facts.flatMap(recorded).map { [$0] } ?? [],
            policy: policy.recorded,
            confirmations: policy.confirmations(on: observation, under: requirements, at: now),
            exception: policy.exception(for: verdict, on: observation, of: url.host, at: now))
    }

    /// The verdict on a server that could not be probed.
    private func serverVerdict(
        _ failure: DecisionEvent.Failure, of url: LoadURL, at address: IPAddress?
    ) -> CheckResult.ServerVerdict {
        var event = DecisionEvent(
            time: WallClock.now, id: .text(""), from: .check(serverFacts: []), decision: .failed)
        fill(&event, for: url)
        event.policy = CachedJSON(PolicySummary(policy.requirements(for: url.host), source: policy.source))
        event.address = address
        event.error = failure
        return CheckResult.ServerVerdict(event: event)
    }

    /// The event with the facts of the probe that has just ended.
    private func recorded(_ facts: ServerFacts) -> FactsEvent? {
        lastFacts?.id == facts.id ? lastFacts : nil
    }

    /// Sets the members of an event that identify the load.
    private func fill(_ event: inout DecisionEvent, for url: LoadURL) {
        event.id = .value(identifiers.next(at: event.time, using: &random))
        event.scheme = url.scheme
        event.host = url.host
        event.port = url.port
        event.path = ByteString(url.path)
        event.route = NextHop(to: url.authority, through: upstreamProxy, asTunnel: url.scheme.isSecure).route
    }
}

// MARK: - Every policy of nscurl

extension ServerCheck {
    /// Probes the server at one address with every hello that a test needs, and adds the results of the tests.
    private func diagnose(_ url: LoadURL, by address: IPAddress, completing result: CheckResult, at index: Int) {
        let tests = DiagnosticTest.all(for: url.host, under: policy.os)
        let exceptions = DiagnosticTest.exceptions(for: url.host)
        let offers = Set((tests + exceptions).map { offer(for: $0, of: url) })
        var answers: [Offer: Prober.Answer<ServerFacts>] = [:]
        var result = result
        for offer in offers {
            prober.probe(url.authority, with: offer, for: policy.os, at: address) { [unowned self] answer in
                answers[offer] = answer
                if case .found(let facts) = answer, let event = self.recorded(facts) { result.add(event) }
                guard answers.count == offers.count else { return }
                result.sortFacts()
                result.diagnosis = Diagnosis(
                    os: policy.os, tests: tests.map { self.result(of: $0, on: url, by: answers) },
                    exceptions: exceptions.map { self.result(of: $0, on: url, by: answers) })
                self.finish(result, at: index)
            }
        }
    }

    /// The hello that the system would send under the policy of a test.
    private func offer(for test: DiagnosticTest, of url: LoadURL) -> Offer {
        Offer(judging: policy.requirements(for: url.host, under: test.dictionary))
    }

    private func result(
        of test: DiagnosticTest, on url: LoadURL, by answers: [Offer: Prober.Answer<ServerFacts>]
    ) -> Diagnosis.TestResult {
        let requirements = policy.requirements(for: url.host, under: test.dictionary)
        switch answers[Offer(judging: requirements)] {
        case .found(let facts):
            let verdict = policy.verdict(on: facts.observation, under: requirements, at: WallClock.now)
            var result = Diagnosis.TestResult(
                test: test, violations: verdict.violations, warnings: verdict.warnings,
                failure: verdict.failure(in: .enforce))
            if case .secure(let handshake, _) = facts.observation {
                result.isAnswered = handshake.offer.isWithin(Offer(judging: requirements))
            }
            return result
        case .failed(let failure):
            return Diagnosis.TestResult(test: test, failure: failure)
        case nil:
            return Diagnosis.TestResult(test: test)
        }
    }
}

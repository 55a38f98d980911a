import Events
import ForwardProxy
import InternetNames
import JSONWriting
import Synchronization
import TransportSecurity

/// The loads of one test case of a client: their number, the number of those that may still change, and their findings.
/// All workers add to these, and the client may ask for them.
final class TestCaseLoads: Sendable {
    private let label: TestLabel
    private let state = Mutex(State())

    /// A finding as the client gets it. Loads with equal ones are counted together.
    struct Key: Hashable {
        var host: Host?
        var port: UInt16?
        var decision: Decision
        var finding: Finding
    }

    /// The findings of all decisions on a load.
    struct Outcome {
        /// The violations.
        var violations: [TestCaseLoads.Key] = []
        /// The failures of trust that are left to the app.
        var warnings: [TestCaseLoads.Key] = []
        /// Whether the client accepted the server in its tunnel.
        var isAccepted = false
        /// Whether the load failed for another reason than ATS.
        var isFailed = false

        /// The findings that count.
        var findings: [TestCaseLoads.Key] { isAccepted ? violations : violations + warnings }
    }

    private struct State {
        var loads = 0
        /// The loads whose last decision may be still to come.
        var undecided = 0
        /// The loads that failed for another reason than ATS.
        var failed = 0
        /// The findings in the order in which they came first, with the number of their loads, which is at least 1.
        var findings: [(key: Key, loads: Int)] = []
        /// The findings of loads for which there was no more room.
        var omitted = 0

        mutating func add(_ key: TestCaseLoads.Key) {
            if let index = findings.firstIndex(where: { $0.key == key }) {
                findings[index].loads += 1
            } else if findings.count < TestCaseLoads.limit {
                findings.append((key, 1))
            } else {
                omitted += 1
            }
        }

        mutating func remove(_ key: TestCaseLoads.Key) {
            if let index = findings.firstIndex(where: { $0.key == key }) {
                findings[index].loads -= 1
                // A finding that no load has any more makes room for another one.
                if findings[index].loads == 0 { findings.remove(at: index) }
            } else if omitted > 0 {
                omitted -= 1
            }
        }
    }

    /// The largest number of different findings. Further ones are only counted.
    static let limit = 32

    init(_ label: TestLabel) {
        self.label = label
    }

    /// A load begins.
    func begin() {
        state.withLock {
            $0.loads += 1
            $0.undecided += 1
        }
    }

    /// Nothing more is decided on a load.
    func settle() {
        state.withLock { $0.undecided -= 1 }
    }

    /// Replaces the outcome of a load by the outcome after a further decision.
    func replace(_ old: Outcome, by new: Outcome) {
        let (before, after) = (old.findings, new.findings)
        state.withLock { state in
            state.failed += (new.isFailed ? 1 : 0) - (old.isFailed ? 1 : 0)
            // Findings that stay keep their order.
            for key in before where !after.contains(key) { state.remove(key) }
            for key in after where !before.contains(key) { state.add(key) }
        }
    }

    /// The loads as one JSON object with a line break.
    var json: [UInt8] {
        let state = self.state.withLock { $0 }
        var json = JSONWriter()
        json.object { json in
            json.member("label", label.text)
            json.member("loads", Int64(state.loads))
            json.member("undecided", Int64(state.undecided))
            json.member("failed", Int64(state.failed))
            json.name("findings")
            json.array { json in
                for (key, loads) in state.findings {
                    json.object { json in
                        json.member("host", key.host)
                        json.member("port", key.port)
                        json.member("decision", key.decision)
                        json.member("loads", Int64(loads))
                        json.member("finding", key.finding)
                    }
                }
            }
            json.member("omitted", Int64(state.omitted))
        }
        return json.bytes + [0x0A]
    }
}

extension TestCaseLoads.Outcome {
    /// Adds the findings of a decision. As in reports, those of the first one stay: a tunnel of TLS 1.3 hides the
    /// certificate that the probe has seen. The same problem in the tunnel is none of its own.
    mutating func add(_ event: DecisionEvent) {
        if event.accepted == true { isAccepted = true }
        isFailed = event.decision == .failed
        let rules = (violations + warnings).map(\.finding.rule)
        func isNew(_ finding: Finding) -> Bool { !rules.contains(finding.rule) && !finding.rule.repeats(rules) }
        func key(_ finding: Finding) -> TestCaseLoads.Key {
            TestCaseLoads.Key(host: event.host, port: event.port, decision: event.decision, finding: finding)
        }
        violations += event.violations.filter(isNew).map(key)
        warnings += event.warnings.filter(isNew).map(key)
    }
}

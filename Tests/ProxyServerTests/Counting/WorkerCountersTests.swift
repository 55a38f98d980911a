import Events
import ForwardProxy
import InternetNames
import Metrics
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct WorkerCountersTests {
    private func event(
        _ decision: Decision, in mode: Mode? = .observe, violating rules: [RuleID] = [], warning: [RuleID] = [],
        error: String? = nil
    ) -> DecisionEvent {
        var event = DecisionEvent(
            time: Instant(milliseconds: 0), id: .text("1"), from: .client(.init(listener: "l")), decision: decision)
        event.client?.mode = mode
        event.violations = rules.map(Self.finding)
        event.warnings = warning.map(Self.finding)
        event.error = error.map { .init(kind: $0, message: "It failed.") }
        return event
    }

    private static func finding(_ rule: RuleID) -> Finding {
        Finding(rule: rule, message: "", expected: "TLSv1.2", actual: "TLSv1.0")
    }

    @Test func decisionsAreCountedByModeAndLoadsOnce() {
        let counters = WorkerCounters()
        counters.count(event(.allowed), isFirst: true)
        counters.count(event(.wouldBlock), isFirst: false)
        counters.count(event(.blocked, in: .enforce), isFirst: true)
        counters.count(event(.failed, in: nil), isFirst: true)
        #expect(counters.observe.loads.value == 1 && counters.enforce.loads.value == 1)
        #expect(counters.observe.counter(of: .allowed).value == 1)
        #expect(counters.observe.counter(of: .wouldBlock).value == 1)
        #expect(counters.observe.counter(of: .blocked).value == 0)
        #expect(counters.enforce.counter(of: .blocked).value == 1)
        #expect(counters.enforce.counter(of: .failed).value == 0)
    }

    /// A decision counts once for each rule, however many findings of the rule it has.
    @Test func rulesAreCountedOncePerDecision() {
        let counters = WorkerCounters()
        counters.count(
            event(.wouldBlock, violating: [.tlsVersion, .tlsCipher, .tlsVersion], warning: [.certificateTrust]),
            isFirst: true)
        counters.count(event(.wouldBlock, violating: [.tlsVersion]), isFirst: true)
        #expect(counters.violations.value(of: .tlsVersion) == 2 && counters.violations.value(of: .tlsCipher) == 1)
        #expect(counters.violations.value(of: .certificateTrust) == 0)
        #expect(counters.warnings.value(of: .certificateTrust) == 1 && counters.warnings.value(of: .tlsVersion) == 0)
    }

    @Test func failuresAreOfABoundedSet() {
        let counters = WorkerCounters()
        for type in ["dns_error", "dns_error", "of_another_version"] {
            counters.count(event(.failed, error: type), isFirst: true)
        }
        #expect(counters.failures.value(of: .dnsError) == 2 && counters.failures.value(of: .other) == 1)
    }

    /// Whatever fails in this version has a type of its own.
    @Test(
        arguments: [
            .upstream(.nameNotFound), .upstream(.refused), .upstream(.unreachable), .upstream(.timedOut),
            .upstream(.responseTimedOut), .upstream(.malformedResponse), .upstream(.closedBeforeResponse), .silent,
            .prohibited, .unnamedServer, .limitReached, .internalError("x"), .abandoned, .unanswered, .stalled,
            .stopped,
            .upstream(.lookupTimedOut),
        ] as [LoadFailure])
    func failuresOfLoadsHaveTheirTypes(failure: LoadFailure) {
        #expect(FailureType(failure.errorType) != .other)
    }

    @Test func passwordsAreCountedByResult() {
        let counters = WorkerCounters()
        for outcome in [
            PasswordOutcome.right, .wrong, .wrongTooOften(.user(failures: 3)), .locked(milliseconds: 1), .crowdedOut,
        ] { counters.count(outcome) }
        #expect(WorkerCounters.PasswordResult.allCases.map(counters.passwords.value) == [1, 2, 2])
    }
}

import Recording
import ForwardProxy
import Probing
import Networking
import Synchronization
import Testing

@testable import ProxyServer

@Suite struct SharedStateTests {
    private func state(workers: Int) throws -> SharedState {
        SharedState(
            facts: FactsCache(lifetime: 300, limit: 10),
            recording: EventRecorder(log: try EventLog(.file("/dev/null")), form: .json),
            passwordThreads: try BlockingPool(named: "passwords", threads: 1),
            passwordFailures: PasswordFailures(limit: 10),
            connectionLimits: ConnectionLimits(Limits(), descriptors: 100),
            workers: try (0..<workers).map { _ in try Mailbox() })
    }

    /// Nobody waits for what a worker that has failed can never tell.
    @Test func aWorkerThatFailsIsSaidAndCountsAsDone() throws {
        let shared = try state(workers: 2)
        let told = Mutex<[String]>([])
        shared.onFailure { number, error in told.withLock { $0.append("worker \(number): \(error.operation)") } }
        shared.onDrained { told.withLock { $0.append("drained") } }
        shared.onStopped { told.withLock { $0.append("stopped") } }
        // A worker that had nothing open any more counts once.
        shared.workerDrained(1)
        shared.workerFailed(1, SystemError(number: 9, operation: "event_base_loop"))
        #expect(told.withLock { $0 } == ["worker 1: event_base_loop"])
        shared.workerDrained(0)
        shared.workerStopped()
        #expect(told.withLock { $0 } == ["worker 1: event_base_loop", "drained", "stopped"])
    }

    /// Notices come at most once a minute, each kind for itself.
    @Test func noticesAreRare() throws {
        let shared = try state(workers: 1)
        let told = Mutex<[String]>([])
        shared.onShortage { error in told.withLock { $0.append(error.operation) } }
        shared.onConnectionLimit { limit in told.withLock { $0.append("limit \(limit)") } }
        shared.onProfileFailure { reason in told.withLock { $0.append(reason) } }
        for now: Int64 in [5000, 64_999, 65_000] {
            shared.cannotAccept(SystemError(number: 24, operation: "accept \(now)"), at: now)
            shared.cannotWriteProfile("signing \(now)", at: now)
            shared.reachedConnectionLimit(at: now)
        }
        let limit = "limit \(Limits().connections)"
        #expect(
            told.withLock { $0 } == ["accept 5000", "signing 5000", limit, "accept 65000", "signing 65000", limit])
    }

    /// All may have ended before anybody asks to be told.
    @Test func whatIsOverAlreadyIsToldAtOnce() throws {
        let shared = try state(workers: 1)
        shared.workerFailed(0, SystemError(number: 9, operation: "event_base_loop"))
        let told = Mutex<[String]>([])
        shared.onDrained { told.withLock { $0.append("drained") } }
        shared.onStopped { told.withLock { $0.append("stopped") } }
        #expect(told.withLock { $0 } == ["drained", "stopped"])
    }
}

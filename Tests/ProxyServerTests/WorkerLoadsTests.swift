import Recording
import Probing
import ForwardProxy
import Networking
import OpenSSL
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct WorkerLoadsTests {
    /// Loads of so many workers, all of which run.
    private static func loads(workers: Int) -> WorkerLoads {
        let loads = WorkerLoads(workers: workers)
        for worker in 0..<workers { loads.note(worker, runs: true) }
        return loads
    }

    @Test func fewClientsAreSpread() {
        let loads = Self.loads(workers: 2)
        #expect((0..<4).map { _ in loads.assign(acceptedBy: 0) } == [0, 1, 0, 1])
    }

    @Test func aWorkerKeepsWhatItAcceptsUntilItHasAQuarterMore() {
        let loads = Self.loads(workers: 3)
        for _ in 0..<8 { for worker in 0..<3 { #expect(loads.assign(acceptedBy: worker) == worker) } }
        #expect((0..<4).map { _ in loads.assign(acceptedBy: 2) } == [2, 2, 2, 0])
    }

    @Test func nobodyIsHandedToAWorkerThatDoesNotRun() {
        let loads = WorkerLoads(workers: 2)
        loads.note(0, runs: true)
        #expect((0..<4).allSatisfy { _ in loads.assign(acceptedBy: 0) == 0 })
        loads.note(1, runs: true)
        #expect(loads.assign(acceptedBy: 0) == 1)
        loads.note(1, runs: false)
        #expect((0..<4).allSatisfy { _ in loads.assign(acceptedBy: 0) == 0 })
    }

    @Test func whoeverLeavesCountsNoMore() {
        let loads = Self.loads(workers: 2)
        for _ in 0..<100 {
            #expect(loads.assign(acceptedBy: 1) == 1)
            loads.left(1)
        }
    }

    @Test func aWorkerAloneServesAll() {
        let loads = Self.loads(workers: 1)
        #expect((0..<10).allSatisfy { _ in loads.assign(acceptedBy: 0) == 0 })
    }

    /// Of two workers one is busy and listens; the other is this test, and gets the client.
    @Test func aBusyWorkerHandsItsClientOver() throws {
        let socket = try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))
        let address = socket.address
        let appliedPolicy = AppliedPolicy(policyName: "test", dictionary: [:], os: .fixed(.newest), mode: .observe)
        let configuration = ServerConfiguration(
            listeners: [ListenerConfiguration(address: address, appliedPolicy: appliedPolicy)], rules: RuleSet([]),
            trust: TrustStore(),
            workers: 2)
        let shared = SharedState(
            facts: FactsCache(lifetime: 300, limit: 10),
            recording: EventRecorder(log: try EventLog(.file("/dev/null")), form: .json),
            passwordThreads: try BlockingPool(named: "passwords", threads: 1),
            passwordFailures: PasswordFailures(limit: 10),
            connectionLimits: ConnectionLimits(Limits(), descriptors: 100),
            workers: [try Mailbox(), try Mailbox()])
        for worker in 0..<2 { shared.loads.note(worker, runs: true) }
        #expect(shared.loads.assign(acceptedBy: 0) == 0)
        let resolver = try Resolver()
        let services = try ServiceResolver()
        shared.workers[0].post(.listen(SocketParcel(socket)))
        try SystemThread.start(named: "worker") {
            do throws(SystemError) {
                try Worker(configuration, shared: shared, number: 0, resolver: resolver, services).run()
            } catch {
                Issue.record("the worker did not start: \(error.text)")
            }
        }
        let loop = try EventLoop()
        var served: AcceptedSocket?
        let reader = shared.workers[1].open(on: loop) { message in
            if case .serve(let socket, at: let listener) = message, listener == address { served = socket }
            loop.stop()
        }
        let connector = Connector(loop, to: [address], milliseconds: 5000) { _ in }
        let limit = Timer(loop) { loop.stop() }
        limit.start(milliseconds: 5000)
        loop.run()
        withExtendedLifetime((reader, connector)) {}
        let descriptor = try #require(served).take()
        #expect(descriptor >= 0 && served?.take() == -1)
        _ = Stream(loop, descriptor: descriptor)
        shared.workers[0].post(.stop)
    }
}

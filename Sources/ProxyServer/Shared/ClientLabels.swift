import ForwardProxy
import InternetNames
import Synchronization

/// The test cases that clients have named, for all workers. The keys are the address of the client and the name of
/// the listener. Two devices behind one address translation are told apart by their listeners.
final class ClientLabels: Sendable {
    /// The test case of all clients that have named none; nil without one.
    private let common: TestLabel?
    private let isEmpty = Atomic(true)
    private let state = Mutex(State())

    private struct Client: Hashable {
        var address: IPAddress
        var listener: String
    }

    /// One test case of a client.
    private struct Named: Hashable {
        var client: Client
        var label: TestLabel
    }

    private struct State {
        /// The present test case of each client, and the number of the naming that set it.
        var labels: [Client: (testCase: TestCase, naming: UInt64)] = [:]
        /// The loads of each test case that a client has named, now or earlier, and the number of its last naming.
        var loads: [Named: (loads: TestCaseLoads, naming: UInt64)] = [:]
        /// The number of times at which a client has named a test case. The entry with the smallest number makes room.
        var namings: UInt64 = 0

        /// Notes that a client has named a test case now, and returns its loads, with those since earlier namings.
        mutating func loadsOfNewNaming(_ named: Named) -> TestCaseLoads {
            namings += 1
            if loads[named] == nil, loads.count >= ClientLabels.testCaseLimit,
                let oldest = loads.min(by: { $0.value.naming < $1.value.naming })?.key
            {
                loads[oldest] = nil
            }
            let known = loads[named]?.loads ?? TestCaseLoads(named.label)
            loads[named] = (known, namings)
            return known
        }
    }

    /// A test case that loads belong to.
    struct TestCase {
        /// The name.
        var label: TestLabel
        /// The loads so far; nil for the test case of all clients that have named none.
        var loads: TestCaseLoads?
    }

    /// The largest number of clients. A further one takes the place of the client that has named no test case for
    /// the longest time.
    static let limit = 4096

    /// The largest number of test cases whose loads a client can ask for. A further one takes the place of the one that
    /// was named the longest time ago.
    static let testCaseLimit = 1024

    /// Creates the labels without any client. `common` is the test case of clients that have named none.
    init(common: TestLabel? = nil) {
        self.common = common
    }

    /// The test case of a client at a listener; nil if there is none.
    func testCase(of address: IPAddress, at listener: String) -> TestCase? {
        let common = self.common.map { TestCase(label: $0) }
        // Nearly all proxies have no labels, and are not to pay for them.
        if isEmpty.load(ordering: .acquiring) { return common }
        let client = Client(address: address, listener: listener)
        return state.withLock { $0.labels[client]?.testCase } ?? common
    }

    /// The loads of a test case that a client has named at a listener; without a name, those of the present one. Nil if
    /// there is no such test case, or if it had to make room.
    func loads(of label: TestLabel?, by address: IPAddress, at listener: String) -> TestCaseLoads? {
        let client = Client(address: address, listener: listener)
        return state.withLock { state in
            guard let label else { return state.labels[client]?.testCase.loads }
            return state.loads[Named(client: client, label: label)]?.loads
        }
    }

    /// Sets the test case that a client has named at a listener; nil forgets it, and the common one holds again.
    /// Returns whether the client had another test case before.
    @discardableResult func set(_ label: TestLabel?, for address: IPAddress, at listener: String) -> Bool {
        let client = Client(address: address, listener: listener)
        return state.withLock { state in
            let before = state.labels[client]?.testCase.label
            guard let label else {
                state.labels[client] = nil
                isEmpty.store(state.labels.isEmpty, ordering: .releasing)
                return before != nil
            }
            if state.labels[client] == nil, state.labels.count >= Self.limit,
                let oldest = state.labels.min(by: { $0.value.naming < $1.value.naming })?.key
            {
                state.labels[oldest] = nil
            }
            let loads = state.loadsOfNewNaming(Named(client: client, label: label))
            state.labels[client] = (TestCase(label: label, loads: loads), state.namings)
            isEmpty.store(false, ordering: .releasing)
            return before != label
        }
    }
}

import ForwardProxy
import InternetNames
import Synchronization

/// The test cases that clients have named, by the address of the client and the name of the listener at which it was
/// named, for all workers. Two devices behind one address translation are told apart by their listeners.
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
        var labels: [Client: (testCase: TestCase, number: UInt64)] = [:]
        /// The test cases that clients have named, the present ones among them.
        var loads: [Named: (loads: TestCaseLoads, number: UInt64)] = [:]
        var lastNumber: UInt64 = 0

        /// The loads of a test case that is named now, with those of earlier times at which it was named.
        mutating func takeLoads(of named: Named) -> TestCaseLoads {
            if loads[named] == nil, loads.count >= ClientLabels.testCaseLimit,
                let oldest = loads.min(by: { $0.value.number < $1.value.number })?.key
            {
                loads[oldest] = nil
            }
            let known = loads[named]?.loads ?? TestCaseLoads(named.label)
            loads[named] = (known, lastNumber)
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

    /// Creates labels of no client, and the one of all others.
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
    /// Returns whether it was another one before.
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
                let oldest = state.labels.min(by: { $0.value.number < $1.value.number })?.key
            {
                state.labels[oldest] = nil
            }
            state.lastNumber += 1
            let loads = state.takeLoads(of: Named(client: client, label: label))
            state.labels[client] = (TestCase(label: label, loads: loads), state.lastNumber)
            isEmpty.store(false, ordering: .releasing)
            return before != label
        }
    }
}

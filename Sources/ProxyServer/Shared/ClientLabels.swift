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

    private struct State {
        var labels: [Client: (label: TestLabel, number: UInt64)] = [:]
        var lastNumber: UInt64 = 0
    }

    /// The largest number of clients. A further one takes the place of the client that has named no test case for
    /// the longest time.
    static let limit = 4096

    /// Creates labels of no client, and the one of all others.
    init(common: TestLabel? = nil) {
        self.common = common
    }

    /// The test case of a client at a listener; nil if there is none.
    func label(of address: IPAddress, at listener: String) -> TestLabel? {
        // Nearly all proxies have no labels, and are not to pay for them.
        if isEmpty.load(ordering: .acquiring) { return common }
        let client = Client(address: address, listener: listener)
        return state.withLock { $0.labels[client]?.label } ?? common
    }

    /// Sets the test case that a client has named at a listener; nil forgets it, and the common one holds again.
    /// Returns whether it was another one before.
    @discardableResult func set(_ label: TestLabel?, for address: IPAddress, at listener: String) -> Bool {
        let client = Client(address: address, listener: listener)
        return state.withLock { state in
            let before = state.labels[client]?.label
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
            state.labels[client] = (label, state.lastNumber)
            isEmpty.store(false, ordering: .releasing)
            return before != label
        }
    }
}

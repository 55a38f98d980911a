import HTTPServer

/// The computations that run or wait for the computing thread, with the connections that wait for their results.
struct PendingComputations {
    /// Starts a computation on the computing thread. `number` identifies the computation when its result arrives.
    typealias Start = (_ computation: ConsoleComputation, _ number: Int, _ cancellation: Cancellation) -> Void

    private let start: Start
    /// The computations that connections wait for, by number.
    private var waiting: [Int: Waiting] = [:]
    /// The number of the computation that was begun last.
    private var lastNumber = 0
    /// The cancellation of the last computation that no connection waits for. Only one of these runs at a time.
    private var ownCancellation: Cancellation?

    private struct Waiting {
        let connection: ServerConnection
        let cancellation: Cancellation
    }

    /// The largest number of computations that connections wait for.
    static let limit = 8

    /// Creates an empty list.
    init(start: @escaping Start) {
        self.start = start
    }

    /// Begins a computation that a connection waits for. Returns false if `limit` computations are pending.
    mutating func begin(_ computation: ConsoleComputation, for connection: ServerConnection) -> Bool {
        guard waiting.count < Self.limit else { return false }
        let cancellation = Cancellation()
        lastNumber += 1
        waiting[lastNumber] = Waiting(connection: connection, cancellation: cancellation)
        start(computation, lastNumber, cancellation)
        return true
    }

    /// Begins a computation that no connection waits for.
    mutating func begin(_ computation: ConsoleComputation) {
        lastNumber += 1
        let cancellation = Cancellation()
        ownCancellation = cancellation
        start(computation, lastNumber, cancellation)
    }

    /// Notes that the computation with a number has ended. Returns the connection that waits for it; nil if none does.
    mutating func end(_ number: Int) -> ServerConnection? {
        waiting.removeValue(forKey: number)?.connection
    }

    /// Cancels the computation that a connection waits for.
    mutating func cancel(of connection: ServerConnection) {
        guard let entry = waiting.first(where: { $0.value.connection === connection }) else { return }
        entry.value.cancellation.cancel()
        waiting[entry.key] = nil
    }

    /// Cancels all computations.
    mutating func cancelAll() {
        for entry in waiting.values { entry.cancellation.cancel() }
        ownCancellation?.cancel()
        waiting = [:]
    }
}

import CPostgreSQL

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The waits for the socket of a connection. Each ends at a deadline.
extension PostgreSQLConnection {
    /// Waits for the next result of a statement; nil after the last one.
    func nextResult() throws(PostgreSQLError) -> PostgreSQLResult? {
        try waitUntilSent()
        while PQisBusy(connection) == 1 { try receive() }
        return PQgetResult(connection).map(PostgreSQLResult.init)
    }

    /// Waits until the server has taken all sent bytes.
    func waitUntilSent() throws(PostgreSQLError) {
        let deadline = Deadline(seconds: silenceLimit)
        while true {
            let state = PQflush(connection)
            if state == 0 { return }
            guard state == 1 else { throw lost() }
            // The server may send an error meanwhile, and read nothing more until the client has received it.
            let ready = try wait(for: POLLIN | POLLOUT, until: deadline)
            if ready & POLLIN != 0, PQconsumeInput(connection) == 0 { throw lost() }
        }
    }

    /// Waits until the server has sent something.
    func receive() throws(PostgreSQLError) {
        try wait(for: POLLIN, until: Deadline(seconds: silenceLimit))
        guard PQconsumeInput(connection) == 1 else { throw lost() }
    }

    /// Waits until the socket is ready for one of the events of `poll`. Returns the events.
    @discardableResult
    private func wait(for events: Int32, until deadline: Deadline) throws(PostgreSQLError) -> Int32 {
        var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
        while true {
            let count = poll(&descriptor, 1, deadline.milliseconds)
            if count > 0 { return Int32(descriptor.revents) }
            guard count == 0 else {
                guard errno == EINTR else { throw .connectionLost(String(cString: strerror(errno))) }
                continue
            }
            throw .timedOut(seconds: deadline.seconds)
        }
    }
}

/// The time at which a wait ends.
private struct Deadline {
    /// The length of the wait in seconds.
    let seconds: Int
    private let end: ContinuousClock.Instant

    /// Creates the deadline of a wait that begins now.
    init(seconds: Int) {
        self.seconds = seconds
        end = .now + .seconds(seconds)
    }

    /// The remaining time in milliseconds, at least 0, for `poll`.
    var milliseconds: Int32 {
        Int32(clamping: max(0, Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))))
    }
}

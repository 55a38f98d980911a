import InternetNames

/// The times from which the handshakes for a client may go on.
///
/// A server chooses its certificates, and so the cost of a handshake with it. After a step that takes long, the other
/// handshakes of the same client wait three times as long. This pause leaves three quarters of a loop's time for all
/// others if no step takes more than a third of a second.
struct HandshakeTurns {
    private var next: [IPAddress: Int64] = [:]

    /// The longest step after which nobody waits, in milliseconds. Handshakes with ordinary servers take one or less.
    private static let briefStep: Int64 = 2
    /// The longest wait after one step, in milliseconds.
    private static let longestWait: Int64 = 1000
    /// The number of clients beyond which those are removed that may go on.
    private static let clientLimit = 1024

    /// The number of clients that are known.
    var count: Int { next.count }

    /// The milliseconds until the next step for that client, at that time in milliseconds of the monotonic clock.
    func wait(of client: IPAddress, at now: Int64) -> Int {
        Int(max(0, next[client.clientNetwork, default: now] - now))
    }

    /// Counts a step for that client between two times.
    mutating func stepped(for client: IPAddress, from start: Int64, to end: Int64) {
        let step = end - start
        guard step > Self.briefStep else { return }
        if next.count >= Self.clientLimit { next = next.filter { $0.value > end } }
        next[client.clientNetwork] = end + min(3 * step, Self.longestWait)
    }
}

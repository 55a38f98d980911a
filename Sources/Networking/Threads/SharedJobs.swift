import InternetNames

/// The jobs of a pool that wait or run, with the shares of clients.
///
/// The limit of a share is the number of places that it leaves free ("dynamic thresholds", Choudhury and Hahne 1998). A
/// single client may use many places, and each further client still finds some.
struct SharedJobs {
    private var waiting: [IPAddress?: [Job]] = [:]
    /// The clients with waiting jobs, the one whose turn it is first.
    private var turns: [IPAddress?] = []
    private var running: [IPAddress: Int] = [:]
    private var (waitingCount, runningCount) = (0, 0)
    private var lastTicket: UInt64 = 0
    private let threadLimit: Int
    private let queueLimit: Int

    /// A job with the client in whose share it runs.
    struct Job {
        fileprivate var ticket: UInt64
        /// The client; nil for a job in no share.
        var client: IPAddress?
        /// The body.
        var run: @Sendable () -> Void
    }

    /// No jobs of a pool with that many threads, and with room for that many waiting jobs.
    init(threads: Int, queue: Int) {
        (threadLimit, queueLimit) = (threads, queue)
    }

    /// Adds a job; nil if there is no room for it.
    mutating func add(_ run: @escaping @Sendable () -> Void, for client: IPAddress?) -> UInt64? {
        let own = client == nil ? 0 : waiting[client]?.count ?? 0
        guard own < queueLimit - waitingCount else { return nil }
        lastTicket += 1
        if waiting[client] == nil { turns.append(client) }
        waiting[client, default: []].append(Job(ticket: lastTicket, client: client, run: run))
        waitingCount += 1
        return lastTicket
    }

    /// Removes a job that waits. Returns whether there was one.
    @discardableResult mutating func remove(_ ticket: UInt64) -> Bool {
        for (client, jobs) in waiting {
            guard let index = jobs.firstIndex(where: { $0.ticket == ticket }) else { continue }
            waiting[client]?.remove(at: index)
            waitingCount -= 1
            forgetIfEmpty(client)
            return true
        }
        return false
    }

    /// Whether a job may begin now.
    var hasNext: Bool { turns.contains { mayBegin($0) } }

    /// Takes the job whose turn it is, which runs until `ended`; nil if none may begin now.
    mutating func begin() -> Job? {
        guard let turn = turns.firstIndex(where: { mayBegin($0) }) else { return nil }
        let client = turns.remove(at: turn)
        turns.append(client)
        guard let job = waiting[client]?.removeFirst() else { return nil }
        forgetIfEmpty(client)
        waitingCount -= 1
        runningCount += 1
        if let client { running[client, default: 0] += 1 }
        return job
    }

    /// A job of that client is over.
    mutating func ended(of client: IPAddress?) {
        runningCount -= 1
        guard let client, let count = running[client] else { return }
        running[client] = count == 1 ? nil : count - 1
    }

    private func mayBegin(_ client: IPAddress?) -> Bool {
        let free = threadLimit - runningCount
        return free > (client.flatMap { running[$0] } ?? 0)
    }

    private mutating func forgetIfEmpty(_ client: IPAddress?) {
        guard waiting[client]?.isEmpty == true else { return }
        waiting[client] = nil
        turns.removeAll { $0 == client }
    }
}

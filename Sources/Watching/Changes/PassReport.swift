import Documents
import TransportSecurity

/// The result of one pass of a watch over its servers: the changes to tell, and the state of all servers.
public struct PassReport: Sendable {
    /// The changes to tell. Those that an earlier pass could not tell come first.
    public var changes: [Change]
    /// The number of changes that could not be told, and are lost.
    public var lost: Int
    /// The states of all servers, by the titles of their URLs.
    public var servers: [String: ServerState]
    /// The time of the pass.
    public var time: Instant
    /// Whether there is no state of an earlier pass.
    public var isFirst: Bool

    /// Creates the result of a pass from the state after the pass.
    public init(_ state: WatchState, at time: Instant, isFirst: Bool) {
        changes = state.untold
        lost = max(0, state.lost ?? 0)
        servers = state.servers
        self.time = time
        self.isFirst = isFirst
    }

    /// The exit status: 1 after a change for the worse; else 2 while a server is down or could not be judged, or a
    /// discovery fails or its result is not known; else 0. The changes that a server has gone down or can no longer be
    /// judged count for 2, not 1.
    public var status: Int32 {
        if changes.contains(where: \.isFault) { return 1 }
        return servers.values.contains { $0.outage != nil || $0.isUnjudged || $0.failsDiscovery } ? 2 : 0
    }

    /// A sentence on the changes that are lost; nil if there are none.
    public var loss: String? {
        guard lost > 0 else { return nil }
        return "\(Quantity.of(lost, "change")) could not be told and \(lost == 1 ? "is" : "are") lost: at most "
            + "\(Quantity.grouped(WatchLimits.servers)) wait for the next pass."
    }

    /// The numbers of servers by state, in a sentence.
    public var totals: String {
        let states = servers.values
        let down = states.count { $0.outage != nil }
        let reached = states.filter { $0.outage == nil }
        let violating = reached.count(where: \.isViolating)
        let unjudged = reached.count { !$0.isViolating && $0.isUnjudged }
        let judged = reached.filter { !$0.isViolating && !$0.isUnjudged }
        let undiscovered = judged.count(where: \.failsDiscovery)
        let warned = judged.count { !$0.failsDiscovery && !$0.conditions.isEmpty }
        let good = judged.count - undiscovered - warned
        let parts = [
            (good, "without a fault"), (warned, "with something to do before a date"), (violating, "violating"),
            (undiscovered, "whose discovery fails"), (unjudged, "not judged"), (down, "down"),
        ].compactMap { count, words in count > 0 ? "\(count) \(words)" : nil }
        let count = states.count == 1 ? "1 server" : "\(states.count) servers"
        return "\(count): \(parts.joined(separator: ", "))."
    }
}

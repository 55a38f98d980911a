import Foundation
import TransportSecurity

/// The state of a watch between its passes: that of each server, and the changes that nobody was told yet. A file in
/// the directory of `--state` has it as JSON.
public struct WatchState: Hashable, Codable, Sendable {
    /// The version of the form of the file. A program reads no newer one.
    public private(set) var version = WatchLimits.version
    /// The states, by the title of the server's URL.
    public var servers: [String: ServerState] = [:]
    /// Changes that were found and not told, oldest first.
    public private(set) var untold: [Change] = []
    /// The number of changes that there was no room for in `untold`; nil for none.
    public private(set) var lost: Int?
    /// The time of the last pass; nil before the first one.
    public private(set) var passedAt: Instant?

    /// Creates the state of a watch that has not seen anything.
    public init() {}

    /// Takes the states that a pass found, and returns the changes. The changes stay untold until `markAsTold`.
    ///
    /// - Parameter isComplete: Whether the pass had all servers. Those that it lacks are then forgotten; else they are
    ///   kept as far as there is room.
    @discardableResult
    public mutating func take(_ seen: [String: ServerState], isComplete: Bool, at time: Instant) -> [Change] {
        var changes: [Change] = []
        var states: [String: ServerState] = [:]
        for (server, found) in seen.sorted(by: { $0.key < $1.key }) {
            let state = found.completed(by: servers[server]).withoutLateNotices(after: servers[server])
            changes += ServerComparison(server: server, old: servers[server], new: state).changes
            states[server] = state
        }
        let unseen = servers.keys.filter { seen[$0] == nil }.sorted()
        let kept = isComplete ? [] : unseen.prefix(max(0, WatchLimits.servers - seen.count))
        for server in kept { states[server] = servers[server] }
        changes += unseen.dropFirst(kept.count).map { server in
            Change(server: server, grade: .neutral, subject: .list, text: "The server is no longer watched.")
        }
        servers = states
        passedAt = time
        for index in changes.indices { changes[index].time = time }
        let waiting = untold + changes
        untold = waiting.bounded(to: WatchLimits.servers)
        if untold.count < waiting.count { lost = (lost ?? 0) &+ (waiting.count - untold.count) }
        return changes
    }

    /// Notes that all changes were told, and that some were lost.
    public mutating func markAsTold() { (untold, lost) = ([], nil) }
}

extension WatchState {
    /// Reads a file of states.
    public init(json bytes: [UInt8]) throws(WatchStateFault) {
        guard bytes.count <= WatchLimits.bytes else { throw .tooLarge }
        struct Head: Decodable { var version: Int }
        let decoder = JSONDecoder()
        let data = Data(bytes)
        guard let head = try? decoder.decode(Head.self, from: data) else { throw .unreadable }
        guard head.version <= WatchLimits.version else { throw .newer(head.version) }
        guard head.version == WatchLimits.version, let state = try? decoder.decode(WatchState.self, from: data) else {
            throw .unreadable
        }
        guard state.servers.count <= WatchLimits.servers else { throw .tooLarge }
        self = state
    }

    /// The state as a file, in the same order of members each time.
    public func json() throws(WatchStateFault) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { throw .unwritable }
        guard data.count <= WatchLimits.bytes else { throw .tooLarge }
        return Array(data) + [UInt8(ascii: "\n")]
    }
}

/// The fault of a file of states.
public enum WatchStateFault: Error, Hashable, Sendable {
    /// The file is not JSON of the form that this program writes, or ends too early.
    case unreadable
    /// The file has a version that this program does not know.
    case newer(Int)
    /// The states cannot be put into the form of the file.
    case unwritable
    /// The file, or the number of servers in it, is over the limit.
    case tooLarge

    /// The fault as a predicate for the subject "the file".
    public var prose: String {
        switch self {
        case .unreadable: "is damaged or cut off, or is not a state of atsproxy watch"
        case .newer(let version):
            "has the version \(version) of a newer atsproxy; this one reads version \(WatchLimits.version)"
        case .unwritable: "cannot be written as JSON"
        case .tooLarge:
            "is larger than \(WatchLimits.bytes >> 20) MiB or has more than \(WatchLimits.servers) servers"
        }
    }
}

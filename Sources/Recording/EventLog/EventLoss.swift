/// What a recording lacks, because its destination did not take it.
public struct EventLoss: Hashable, Sendable, CustomStringConvertible {
    /// How many events.
    public var count: Int
    /// The path, or `standard output`.
    public var destination: String
    /// Why the last write failed, in the system's words; nil where none did, and events came too fast.
    public var reason: String?

    /// The loss of that many events.
    public init(count: Int, destination: String, reason: String?) {
        self.count = count
        self.destination = destination
        self.reason = reason
    }

    /// One sentence that names the count, the destination and the reason.
    public var description: String {
        let events = count == 1 ? "1 event" : "\(count) events"
        return "\(events) could not be written to \(destination): \(reason ?? "it does not take them fast enough")."
    }
}

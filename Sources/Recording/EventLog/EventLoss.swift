/// The events that are missing in a recording because its destination did not accept them.
public struct EventLoss: Hashable, Sendable, CustomStringConvertible {
    /// The number of events.
    public var count: Int
    /// The path, or `standard output`.
    public var destination: String
    /// The system's error text for the last failed write; nil if no write failed and events came too fast.
    public var reason: String?

    /// Creates a loss of a number of events.
    public init(count: Int, destination: String, reason: String?) {
        self.count = count
        self.destination = destination
        self.reason = reason
    }

    /// A sentence with the count, the destination and the reason.
    public var description: String {
        let events = count == 1 ? "1 event" : "\(count) events"
        return "\(events) could not be written to \(destination): \(reason ?? "it does not take them fast enough")."
    }
}

/// The error that a destination of events cannot be opened.
public struct EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, or `standard output`.
    public var destination: String
    /// The system's error text, such as `Permission denied`.
    public var reason: String

    /// Creates the error.
    package init(destination: String, reason: String) {
        self.destination = destination
        self.reason = reason
    }

    /// A sentence that names the destination and the reason.
    public var description: String {
        "The events cannot be written to \(destination): \(reason)."
    }
}

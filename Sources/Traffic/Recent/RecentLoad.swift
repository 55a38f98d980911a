import Events
import TransportSecurity

/// A single load, for a list of the latest loads in the order of their time.
public struct RecentLoad: Hashable, Sendable {
    /// The kind of the load by its last decision; nil as long as only its end is known.
    public var kind: LoadKindID?
    /// The kind of its first decision, if the last one is another; else nil.
    public var after: LoadKindID?
    /// The time of its first decision, or the time of its end as long as only the end is known.
    public var time: Instant
    /// The IP address of the client; empty, like the texts below, if there is none.
    public var device: String
    /// The label of the test case.
    public var label: String
    /// The path; only loads in cleartext have one.
    public var path: String
    /// The bytes; nil while the load goes on.
    public var bytes: EndedLoad?
    /// The duration in milliseconds; nil while the load goes on.
    public var milliseconds: Int64?
    /// The number of the last change of the load, which is larger for a later change of any load.
    public internal(set) var change: UInt64 = 0

    /// The largest number of characters of a label or path.
    private static let textLimit = 200

    /// Creates the load of a decision.
    public init(
        kind: LoadKindID?, after: LoadKindID?, time: Instant, device: String = "", label: String = "",
        path: String = "", bytes: EndedLoad? = nil
    ) {
        (self.kind, self.after, self.time, self.bytes) = (kind, after, time, bytes)
        (self.device, self.label, self.path) = (device, Self.shortened(label), Self.shortened(path))
    }

    /// The text, or its beginning if the text is too long.
    private static func shortened(_ text: String) -> String {
        text.utf8.count > textLimit ? String(text.prefix(textLimit)) : text
    }

    /// Changes the load, and notes the number of the change.
    mutating func change(to number: UInt64, by body: (inout RecentLoad) -> Void) {
        body(&self)
        change = number
    }

    /// Adds a decision on the same load. A decision on its tunnel counts as the later one, in any order of arrival.
    mutating func add(_ decision: RecentLoad) {
        let isKnown = kind != nil
        if !isKnown || decision.after != nil { (kind, after) = (decision.kind, decision.after) }
        time = isKnown ? min(time, decision.time) : decision.time
        (device, label) = (decision.device, decision.label)
        if !decision.path.isEmpty { path = decision.path }
        bytes = bytes ?? decision.bytes
    }
}

import JSONWriting
import TransportSecurity

/// The event that reports how many earlier events could not be written.
public struct LostEvent: Hashable, Decodable, Sendable {
    /// The time when writing resumed.
    public var time: Instant
    /// The number of missing events since the last event of this kind.
    public var count: Int

    /// Creates the event for a number of lost events.
    public init(time: Instant, count: Int) {
        self.time = time
        self.count = count
    }
}

extension LostEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.lost)
            json.member("count", count)
        }
    }
}

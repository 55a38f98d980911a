import TransportSecurity

/// The admission that events before this one could not be written.
public struct LostEvent: Hashable, Decodable, Sendable {
    /// When writing went on.
    public var time: Instant
    /// How many events are missing since the last such admission.
    public var count: Int

    /// The loss of that many events.
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

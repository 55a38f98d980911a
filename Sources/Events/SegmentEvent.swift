import JSONWriting
import TransportSecurity

/// The first event of a segment. Segments are the recordings that a proxy writes one after the other into a directory.
public struct SegmentEvent: Hashable, Sendable {
    /// The time at which the segment was begun.
    public var time: Instant
    /// The identifier of the segment, a ULID that does not depend on the name of the file.
    public var id: String
    /// The name of the proxy that wrote the segment.
    public var proxy: String
    /// The identifier of the segment that the proxy wrote before; nil for the first one after its start. A reader thus
    /// notices that a segment is missing.
    public var previous: String?

    /// Creates the event for a segment of a proxy.
    public init(time: Instant, id: String, proxy: String, previous: String? = nil) {
        self.time = time
        self.id = id
        self.proxy = proxy
        self.previous = previous
    }
}

extension SegmentEvent: Decodable {}

extension SegmentEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.segment)
            json.member("id", id)
            json.member("proxy", proxy)
            json.member("previous", previous)
        }
    }
}

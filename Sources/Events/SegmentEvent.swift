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

    /// Creates the event for a segment of a proxy.
    public init(time: Instant, id: String, proxy: String) {
        self.time = time
        self.id = id
        self.proxy = proxy
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
        }
    }
}

import JSONWriting
import TransportSecurity

/// The event that a test case was named. A test case without loads is then known as well.
public struct LabelEvent: Hashable, Decodable, Sendable {
    /// The time at which it was named.
    public var time: Instant
    /// The name of the test case.
    public var label: String
    /// The name of the listener at which it was named; nil if it is that of all clients (`run --label`).
    public var listener: String?
    /// The IP address of the client that named it; nil as above.
    public var client: String?

    /// Creates the event for a test case.
    public init(time: Instant, label: String, listener: String? = nil, client: String? = nil) {
        (self.time, self.label, self.listener, self.client) = (time, label, listener, client)
    }
}

extension LabelEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.label)
            json.member("label", label)
            json.member("listener", listener)
            json.member("client", client)
        }
    }
}

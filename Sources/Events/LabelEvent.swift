import JSONWriting
import TransportSecurity

/// The event that a client or an option has set the name of a test case. By this event, a test case without loads is
/// known as well.
public struct LabelEvent: Hashable, Decodable, Sendable {
    /// The time at which the name was set.
    public var time: Instant
    /// The name of the test case.
    public var label: String
    /// The name of the listener at which a client has set the name; nil for `run --label`, which sets it for all
    /// clients.
    public var listener: String?
    /// The IP address of the client that has set the name; nil for `run --label`.
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

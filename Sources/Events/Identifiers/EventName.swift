import JSONWriting

/// The name of an event: the value of its member `event`.
enum EventName: String, JSONWritable {
    case decision, facts, closed, lost, policy, trust, service, segment, label
}

import JSONWriting

/// The names of events, the value of the member `event`.
enum EventName: String, JSONWritable {
    case decision, facts, closed, lost, policy, trust, service, segment, label
}

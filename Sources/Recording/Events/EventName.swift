/// The names of our events, the value of their member `event`.
enum EventName: String, JSONWritable {
    case decision, facts, closed, lost
}

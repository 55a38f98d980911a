/// The two ends of a connection, in one order for both directions.
struct FlowKey: Hashable {
    let lower: Endpoint
    let upper: Endpoint

    /// The key of packets from one end to the other.
    init(from source: Endpoint, to destination: Endpoint) {
        (lower, upper) = source < destination ? (source, destination) : (destination, source)
    }
}

/// Which kind of load each recent name belongs to: so that the end of a load, and a second decision on it, find its
/// first one. The number of names is bounded; of a load that is forgotten the bytes count for no kind.
struct RecentLoads {
    private var places: [LoadID: Place] = [:]
    private var order: [LoadID] = []
    private var oldest = 0

    /// How many loads are remembered.
    static let limit = 1 << 17

    /// What is known of a load.
    struct Place {
        /// The position of its kind; nil where its end came before its decision.
        var kind: Int?
        /// The position of the kind of a second decision on it.
        var secondKind: Int?
        /// The bytes of its end, from client and server, once that has come.
        var fromClient: Int64 = 0
        var fromServer: Int64 = 0
        var hasClientRefusal = false
    }

    /// What is known of that load; nil where nothing is, or is no longer.
    subscript(id: LoadID) -> Place? { places[id] }

    /// The bytes of loads whose decision did not come until now.
    var unattributedBytes: Int64 {
        places.values.reduce(0) { $1.kind == nil ? $0 &+ $1.fromClient &+ $1.fromServer : $0 }
    }

    /// Notes what is known of a load; returns what was known of the one that is forgotten for it, if any is.
    mutating func note(_ place: Place, for id: LoadID) -> Place? {
        if places.updateValue(place, forKey: id) != nil { return nil }
        if order.count < Self.limit {
            order.append(id)
            return nil
        }
        let forgotten = places.removeValue(forKey: order[oldest])
        order[oldest] = id
        oldest = (oldest + 1) % Self.limit
        return forgotten
    }
}

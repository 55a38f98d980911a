/// The entries of recent loads by identifier, so that the end of a load and a second decision on it are counted in the
/// entry of its first decision.
///
/// The number of loads is limited. If a load was dropped, its bytes count for no entry.
struct RecentLoads {
    private var places: [LoadID: Place] = [:]
    private var order: [LoadID] = []
    private var oldest = 0

    /// The largest number of loads to keep.
    static let limit = 1 << 17

    /// The facts about one load.
    struct Place {
        /// The index of the load's entry; nil if the end of the load came before its decision.
        var entry: Int?
        /// The index of the entry for a second decision on the load.
        var secondEntry: Int?
        /// Whether the end of the load was read. A recording that is given twice ends each load twice.
        var hasEnded = false
        /// The bytes of the load, set when its end is read.
        var fromClient: Int64 = 0
        var fromServer: Int64 = 0
        var hasClientRefusal = false
        /// Whether the load is left out by a filter.
        var isLeftOut = false
    }

    /// The facts about a load; nil if there are none, or they were dropped.
    subscript(id: LoadID) -> Place? { places[id] }

    /// All loads with their identifiers, in no order.
    var all: [LoadID: Place] { places }

    /// The bytes of loads without a decision so far.
    var unattributedBytes: Int64 {
        places.values.reduce(0) { $1.entry == nil && !$1.isLeftOut ? $0 &+ $1.fromClient &+ $1.fromServer : $0 }
    }

    /// Stores the facts about a load. Returns the facts about the load that was dropped for it, if any.
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

    /// Forgets the loads that have ended, unless they are kept, and changes the others.
    mutating func keep(ended keepsEnded: Bool, _ change: (inout Place) -> Void) {
        let kept = (order[oldest...] + order[..<oldest]).filter {
            keepsEnded || places[$0]?.hasEnded == false || places[$0]?.entry == nil
        }
        var open: [LoadID: Place] = [:]
        for load in kept {
            guard var place = places[load] else { continue }
            change(&place)
            open[load] = place
        }
        (places, order, oldest) = (open, kept, 0)
    }

    /// Forgets all loads.
    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        oldest = 0
    }
}

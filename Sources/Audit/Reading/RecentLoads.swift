/// The entries of recent loads by identifier, so that the end of a load and a second decision on it are counted in the
/// entry of its first decision.
///
/// The number of loads is limited. The oldest ones are dropped first, but loads that have not ended are kept unless nearly all
/// are such loads. The bytes of a dropped load count for no entry.
///
/// The loads lie in a ring, and a hash table has their places in it. A dictionary took a tenth of the time of reading a
/// recording, and three times the memory.
struct RecentLoads {
    private var slots: [Slot] = []
    /// The places in `slots`, at the hashes of their loads or at the next free place; -1 where there is none.
    private var places: [Int32] = []
    /// The place of the load that is dropped next, once the ring is full.
    private var oldest = 0

    /// The largest number of loads to keep.
    static let limit = 1 << 17

    /// The largest number of open loads that are passed over when a load is dropped. Each of them is passed over once while the
    /// others, a quarter of all or more, are dropped.
    private static let openLimit = limit / 4 * 3
    /// The largest number of loads that have ended and are kept when the others are forgotten. Log shippers may change the order
    /// of some hundred lines, and a decision may come after the end.
    private static let keptEndedLimit = 1024

    /// The number of loads that have not ended.
    private var openCount = 0

    /// The facts about one load.
    struct Place {
        private var entryNumber: Int32 = -1
        private var secondEntryNumber: Int32 = -1
        /// The bytes of the load, set when its end is read.
        var fromClient: Int64 = 0
        var fromServer: Int64 = 0
        /// Whether the end of the load was read. A log shipper may deliver it twice.
        var hasEnded = false
        var hasClientRefusal = false
        /// Whether the load ended before its decision in a recording that is condensed, and the end is not counted in the
        /// entry. A second decision may be in another recording, whose reader needs both.
        var isEndUncounted = false
        /// Whether the load is left out by a filter.
        var isLeftOut = false
        /// Whether a decision on the load waits for the first one. It may have stopped waiting since.
        var isWaiting = false
        /// Whether the decisions on the load let it pass, so that its proxy records an end.
        var isOwedEnd = false

        /// Whether the load began, and neither its end nor a decision that ended it was read.
        var isUnended: Bool { isOwedEnd && !hasEnded && !isLeftOut }

        /// The index of the load's entry, if the end of the load is not counted in it.
        var openEntry: Int? { hasEnded && !isEndUncounted ? nil : entry }

        /// Whether the load has ended, and the end is not counted in an entry.
        var hasOpenEnd: Bool { hasEnded && (entry == nil || isEndUncounted) }

        /// The index of the load's entry; nil if the end of the load came before its decision.
        var entry: Int? {
            get { entryNumber < 0 ? nil : Int(entryNumber) }
            set { entryNumber = newValue.map { Int32($0) } ?? -1 }
        }

        /// The index of the entry for a second decision on the load.
        var secondEntry: Int? {
            get { secondEntryNumber < 0 ? nil : Int(secondEntryNumber) }
            set { secondEntryNumber = newValue.map { Int32($0) } ?? -1 }
        }
    }

    private struct Slot {
        var load: LoadID
        var place: Place
    }

    /// The facts about a load; nil if there are none, or they were dropped.
    subscript(id: LoadID) -> Place? {
        guard !places.isEmpty else { return nil }
        let place = places[index(of: id)]
        return place < 0 ? nil : slots[Int(place)].place
    }

    /// All loads with their identifiers, the older ones first, apart from those that were passed over.
    var all: [(load: LoadID, place: Place)] {
        (slots[oldest...] + slots[..<oldest]).map { ($0.load, $0.place) }
    }

    /// The bytes of loads without a decision so far.
    var unattributedBytes: Int64 {
        slots.reduce(0) {
            $1.place.entry == nil && !$1.place.isLeftOut ? $0 &+ $1.place.fromClient &+ $1.place.fromServer : $0
        }
    }

    /// The number of loads that have ended without a decision so far, but for those that began before all that was read.
    func undecidedLoads(in period: ReadPeriod) -> Int {
        slots.count {
            $0.place.hasEnded && $0.place.entry == nil && !$0.place.isLeftOut && !period.beganBefore($0.load)
        }
    }

    /// The number of loads that have begun without an end so far.
    var unendedLoads: Int { slots.count { $0.place.isUnended } }

    /// Stores the facts about a load. Returns the load that was dropped for it, if any, with the facts about it.
    mutating func note(_ place: Place, for id: LoadID) -> (load: LoadID, place: Place)? {
        if places.count < 2 * (slots.count + 1) { grow() }
        let index = index(of: id)
        openCount += place.hasEnded ? 0 : 1
        if places[index] >= 0 {
            openCount -= slots[Int(places[index])].place.hasEnded ? 0 : 1
            slots[Int(places[index])].place = place
            return nil
        }
        if slots.count < Self.limit {
            places[index] = Int32(slots.count)
            slots.append(Slot(load: id, place: place))
            return nil
        }
        while openCount <= Self.openLimit, !slots[oldest].place.hasEnded { oldest = (oldest + 1) % Self.limit }
        let dropped = slots[oldest]
        openCount -= dropped.place.hasEnded ? 0 : 1
        remove(dropped.load)
        slots[oldest] = Slot(load: id, place: place)
        // The removal may have moved the free place.
        places[self.index(of: id)] = Int32(oldest)
        oldest = (oldest + 1) % Self.limit
        return (dropped.load, dropped.place)
    }

    /// Forgets the loads that have ended, unless they are kept, and changes the others. The latest ones are kept in any case.
    mutating func keep(ended keepsEnded: Bool, _ change: (inout Place) -> Void) {
        func isCounted(_ place: Place) -> Bool { place.hasEnded && !place.hasOpenEnd }
        var surplus = keepsEnded ? 0 : slots.count { isCounted($0.place) } - Self.keptEndedLimit
        keep { _, place in
            guard surplus > 0, isCounted(place) else { return true }
            surplus -= 1
            return false
        }
        for index in slots.indices { change(&slots[index].place) }
    }

    /// Forgets the loads for which the closure returns false. It is called in the order of `all`.
    mutating func keep(_ isKept: (LoadID, Place) -> Bool) {
        let known = slots[oldest...] + slots[..<oldest]
        slots = known.filter { isKept($0.load, $0.place) }
        openCount = slots.count { !$0.place.hasEnded }
        oldest = 0
        fillPlaces(places.count)
    }

    /// Forgets all loads.
    mutating func removeAll() {
        slots.removeAll(keepingCapacity: true)
        (oldest, openCount) = (0, 0)
        fillPlaces(places.count)
    }
}

extension RecentLoads {
    /// The index in `places` of a load, or of the free place where it belongs.
    private func index(of id: LoadID) -> Int {
        var index = firstIndex(of: id)
        while places[index] >= 0, slots[Int(places[index])].load != id { index = next(index) }
        return index
    }

    private func firstIndex(of id: LoadID) -> Int {
        Int(truncatingIfNeeded: id.fastHash) & (places.count - 1)
    }

    private func next(_ index: Int) -> Int { (index + 1) & (places.count - 1) }

    /// Frees the place of a load, and moves those after it that would not be found any more.
    private mutating func remove(_ id: LoadID) {
        var free = index(of: id)
        guard places[free] >= 0 else { return }
        var index = next(free)
        while places[index] >= 0 {
            let first = firstIndex(of: slots[Int(places[index])].load)
            // Whether the search from `first` to `index` passes the free place.
            if (index - first) & (places.count - 1) >= (index - free) & (places.count - 1) {
                places[free] = places[index]
                free = index
            }
            index = next(index)
        }
        places[free] = -1
    }

    private mutating func grow() {
        guard places.count < 2 * Self.limit else { return }
        fillPlaces(max(64, 2 * places.count))
    }

    private mutating func fillPlaces(_ count: Int) {
        places = [Int32](repeating: -1, count: count)
        for place in slots.indices { places[index(of: slots[place].load)] = Int32(place) }
    }
}

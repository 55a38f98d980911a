/// Places by hashes that are spread evenly, such as `fastHash`: a hash table of two flat arrays.
///
/// A `Dictionary` hashes the hash again, which takes longer than the whole search here.
struct HashPlaces {
    private var hashes: [UInt64] = []
    /// The places; -1 where there is none.
    private var places: [Int32] = []
    /// The number of hashes with a place.
    private(set) var count = 0

    /// The place of a hash; nil if it has none.
    subscript(hash: UInt64) -> Int? {
        guard !places.isEmpty else { return nil }
        var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[index] >= 0 {
            if hashes[index] == hash { return Int(places[index]) }
            index = (index + 1) & (places.count - 1)
        }
        return nil
    }

    /// Gives a hash a place, which must not be negative. A place that it had is replaced.
    mutating func insert(_ place: Int, for hash: UInt64) {
        if places.count < 2 * (count + 1) { grow() }
        put(Int32(place), hash)
    }

    /// Forgets all places.
    mutating func removeAll() {
        self = HashPlaces()
    }

    private mutating func put(_ place: Int32, _ hash: UInt64) {
        var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[index] >= 0 {
            if hashes[index] == hash {
                places[index] = place
                return
            }
            index = (index + 1) & (places.count - 1)
        }
        (hashes[index], places[index]) = (hash, place)
        count += 1
    }

    private mutating func grow() {
        let (oldHashes, oldPlaces) = (hashes, places)
        let capacity = max(16, 2 * oldPlaces.count)
        hashes = [UInt64](repeating: 0, count: capacity)
        places = [Int32](repeating: -1, count: capacity)
        count = 0
        for (hash, place) in zip(oldHashes, oldPlaces) where place >= 0 { put(place, hash) }
    }
}

/// The sums of rows of loads by a key. The number of different keys is limited.
struct LoadSums<Key: Hashable & Comparable> {
    /// The indices of keys in `keys` and `counts`.
    private var indices: [Key: Int] = [:]
    /// The keys, in the order in which they were added.
    private var keys: [Key] = []
    /// The sum of each key.
    private var counts: [StoredCounts] = []
    /// The largest number of keys.
    private let limit: Int
    /// Whether rows were left out because there were too many keys.
    private(set) var isFull = false

    /// The sum of the rows with one key.
    struct Sum {
        /// The key.
        let key: Key
        /// The added counts.
        var counts: StoredCounts
    }

    /// Creates no sums.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a row.
    mutating func add(_ row: StoredCounts, of key: Key) {
        if let index = indices[key] {
            counts[index].add(row)
        } else if keys.count < limit {
            indices[key] = keys.count
            keys.append(key)
            counts.append(row)
        } else {
            isFull = true
        }
    }

    /// The sums, sorted by key.
    var sorted: [Sum] {
        keys.indices.sorted { keys[$0] < keys[$1] }.map { Sum(key: keys[$0], counts: counts[$0]) }
    }
}

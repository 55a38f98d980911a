/// The names of the members of one object, for the detection of duplicates.
struct DistinctNames {
    /// Seeded 64-bit hashes of the first 32 names. Collisions are too improbable to be handled.
    private var few: [Int] = []
    /// The hashes of all names once there are more than 32; empty before. For fewer names, the search in an array is
    /// faster.
    private var many: Set<Int> = []

    /// Inserts a name. Returns false if it is a duplicate.
    mutating func insert(_ name: JSONScanner.Slice) -> Bool {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: name)))
        let hash = hasher.finalize()
        if few.count < 32 {
            guard !few.contains(hash) else { return false }
            few.append(hash)
            return true
        }
        if many.isEmpty { many = Set(few) }
        return many.insert(hash).inserted
    }
}

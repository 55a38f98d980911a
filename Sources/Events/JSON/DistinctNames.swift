extension Slice where Base == UnsafeBufferPointer<UInt8> {
    /// Whether the slice is equal to an ASCII text.
    package func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = UnsafeBufferPointer(start: text.utf8Start, count: count)
        for index in 0..<count where base[startIndex + index] != other[index] { return false }
        return true
    }
}

/// The names of the members of one object, for the detection of duplicates.
struct DistinctNames {
    /// Seeded 64-bit hashes of the first 32 names. Collisions are too improbable to be handled.
    private var few: [Int] = []
    /// The hashes of all names, if there are more than 32.
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

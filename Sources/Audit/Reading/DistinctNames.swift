extension Slice where Base == UnsafeBufferPointer<UInt8> {
    /// Whether the slice is exactly that ASCII text.
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = UnsafeBufferPointer(start: text.utf8Start, count: count)
        for index in 0..<count where base[startIndex + index] != other[index] { return false }
        return true
    }
}

/// The names of the members of one object, to find one that stands there twice.
struct DistinctNames {
    /// Seeded hashes of 64 bits stand for the names: two names that share one are not to be found, or feared.
    private var few: [Int] = []
    private var many: Set<Int> = []

    /// Notes a name; false where it was noted before.
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

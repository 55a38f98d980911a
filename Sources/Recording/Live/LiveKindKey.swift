/// What tells the kinds of loads apart: a hash of all that they differ in, with a seed of this process.
///
/// The hash stands for the values. Two kinds of 20,000 have the same one with a probability of less than 1 in 10^10,
/// and nobody who does not know the seed can make such kinds. The loads of the second would be counted at the first.
public struct LiveKindKey: Hashable, Sendable {
    private let hash: Int

    /// Creates a key of what the closure combines.
    @inlinable @inline(__always)
    public init(_ combine: (inout Hasher) -> Void) {
        var hasher = Hasher()
        combine(&hasher)
        self.init(hash: hasher.finalize())
    }

    @usableFromInline init(hash: Int) {
        self.hash = hash
    }
}

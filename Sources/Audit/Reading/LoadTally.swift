/// A number of loads with what tells whether they are the same loads as others: the sum of digests of their identifiers.
///
/// Tallies of the same loads are equal. Those of other loads are equal with a probability of 2⁻³², so that no reader needs to
/// keep identifiers to find out whether each load that began has its end.
struct LoadTally: Hashable, Sendable {
    /// The number of loads.
    private(set) var loads = 0
    /// The sum of the digests, modulo 2⁶².
    private(set) var digests: Int64 = 0
    /// The number of bytes of the loads, in both directions together.
    private(set) var bytes: Int64 = 0

    private static let mask: Int64 = 1 << 62 - 1

    /// A tally of no load.
    init() {}

    /// Creates a tally of its parts; nil if they are not those of a tally.
    init?(loads: Int64, digests: Int64, bytes: Int64) {
        guard let count = Int(exactly: loads), count >= 0, 0...Self.mask ~= digests, bytes >= 0 else { return nil }
        (self.loads, self.digests, self.bytes) = (count, digests, bytes)
    }

    /// Adds a load.
    mutating func add(_ load: LoadID, bytes: Int64 = 0) {
        loads += 1
        digests = (digests &+ load.digest) & Self.mask
        self.bytes &+= bytes
    }

    /// Adds other loads.
    mutating func add(_ other: LoadTally) {
        loads += other.loads
        digests = (digests &+ other.digests) & Self.mask
        bytes &+= other.bytes
    }

    /// Whether loads and their digests are those of another tally.
    func isOfSameLoads(as other: LoadTally) -> Bool { loads == other.loads && digests == other.digests }

    /// The sum of two tallies.
    static func + (left: LoadTally, right: LoadTally) -> LoadTally {
        var sum = left
        sum.add(right)
        return sum
    }
}

extension LoadID {
    /// A digest of 32 bits, the same in all processes (FNV-1a, https://datatracker.ietf.org/doc/html/draft-eastlake-fnv).
    fileprivate var digest: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        withUnsafeBytes { bytes in
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return Int64(hash >> 32)
    }
}

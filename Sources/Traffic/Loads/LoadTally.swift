import Events

/// A number of loads, and the sum of the random numbers in their identifiers.
///
/// Tallies of the same loads are equal, and tallies of different loads hardly ever are. A reader compares the tally of
/// the loads that began with the tally of those that ended, and need not keep identifiers to notice a missing end.
package struct LoadTally: Hashable, Sendable {
    /// The number of loads.
    package private(set) var loads = 0
    /// The sum of their random numbers (`LoadID.randomPart`), modulo 2⁶².
    package private(set) var sum: Int64 = 0
    /// The number of bytes of the loads, in both directions together.
    package private(set) var bytes: Int64 = 0

    /// The bits of `sum`.
    private static let mask: Int64 = 1 << 62 - 1
    /// The greatest number of loads and of bytes. No sum of two overflows, whatever a recording says.
    private static let (loadLimit, byteLimit) = (1 << 40, Int64(1) << 60)

    /// Creates a tally without loads.
    package init() {}

    /// Creates a tally from its members; nil if a member is out of range.
    init?(loads: Int64, sum: Int64, bytes: Int64) {
        guard let count = Int(exactly: loads), 0...Self.loadLimit ~= count, 0...Self.mask ~= sum,
            0...Self.byteLimit ~= bytes
        else { return nil }
        (self.loads, self.sum, self.bytes) = (count, sum, bytes)
    }

    /// Adds a load.
    package mutating func add(_ load: LoadID, bytes: Int64 = 0) {
        loads = min(loads + 1, Self.loadLimit)
        sum = (sum &+ load.randomPart) & Self.mask
        self.bytes = min(self.bytes + min(max(0, bytes), Self.byteLimit), Self.byteLimit)
    }

    /// Adds other loads.
    package mutating func add(_ other: LoadTally) {
        loads = min(loads + other.loads, Self.loadLimit)
        sum = (sum &+ other.sum) & Self.mask
        bytes = min(bytes + other.bytes, Self.byteLimit)
    }

    /// Whether the loads are those of another tally.
    func isOfSameLoads(as other: LoadTally) -> Bool { loads == other.loads && sum == other.sum }

    /// The sum of two tallies.
    static func + (left: LoadTally, right: LoadTally) -> LoadTally {
        var sum = left
        sum.add(right)
        return sum
    }
}

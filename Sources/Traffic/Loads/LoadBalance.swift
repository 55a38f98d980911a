/// The loads of a row by the lines that were read of them.
public struct LoadBalance: Hashable, Sendable {
    /// The loads with a decision.
    package var decisions = LoadTally()
    /// The loads with an end that names the row.
    package var ends = LoadTally()
    /// The loads with such an end that began before the recording which has it. Their decisions are in an earlier one,
    /// which may not have been read.
    package var earlyEnds = LoadTally()
    /// The loads whose decision says that they had ended before, and whose end names no row.
    package var ended = LoadTally()
    /// The number of loads whose decision names no client, as in evidence. Their ends are not recorded.
    package var anonymous: Int64 = 0

    private static let anonymousLimit: Int64 = 1 << 40

    /// Adds other loads.
    public mutating func add(_ other: LoadBalance) {
        decisions.add(other.decisions)
        ends.add(other.ends)
        earlyEnds.add(other.earlyEnds)
        ended.add(other.ended)
        anonymous = min(anonymous + other.anonymous, Self.anonymousLimit)
    }

    /// The numbers of all tallies, for a line or a row of a store.
    public var numbers: [Int64] {
        [decisions, ends, earlyEnds, ended].flatMap { [Int64($0.loads), $0.sum, $0.bytes] } + [anonymous]
    }

    /// A balance of no load.
    public init() {}

    /// Creates a balance of the numbers of all tallies; nil if the numbers do not form tallies.
    public init?(numbers: [Int64]) {
        guard numbers.count == 13, 0...Self.anonymousLimit ~= numbers[12] else { return nil }
        func tally(_ place: Int) -> LoadTally? {
            LoadTally(loads: numbers[place], sum: numbers[place + 1], bytes: numbers[place + 2])
        }
        guard let decisions = tally(0), let ends = tally(3), let earlyEnds = tally(6), let ended = tally(9) else {
            return nil
        }
        (self.decisions, self.ends, self.earlyEnds, self.ended) = (decisions, ends, earlyEnds, ended)
        anonymous = numbers[12]
    }
}

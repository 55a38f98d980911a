/// The loads of a row whose decision was read, and those whose end was read. `LoadLosses` finds out from the difference
/// how many lines the recordings lack.
public struct LoadBalance: Hashable, Sendable {
    /// The loads with a decision.
    package var decisions = LoadTally()
    /// The loads with an end that names the row.
    package var ends = LoadTally()
    /// The loads with such an end that began before the recording of that end. Their decisions are in an earlier
    /// recording, which may not have been read.
    package var earlyEnds = LoadTally()
    /// The loads that ended before their decision, as the decision says. Such an end names no row.
    package var endsBeforeDecision = LoadTally()
    /// The number of loads whose decision names no client, as in evidence. Their ends are not recorded.
    package var anonymous: Int64 = 0

    /// The greatest value of `anonymous`. No sum of two overflows.
    private static let anonymousLimit: Int64 = 1 << 40

    /// Creates a balance without loads.
    public init() {}

    /// Creates a balance from its `numbers`; nil if the numbers do not form tallies.
    public init?(numbers: [Int64]) {
        guard numbers.count == 13, 0...Self.anonymousLimit ~= numbers[12] else { return nil }
        func tally(at index: Int) -> LoadTally? {
            LoadTally(loads: numbers[index], sum: numbers[index + 1], bytes: numbers[index + 2])
        }
        guard let decisions = tally(at: 0), let ends = tally(at: 3), let earlyEnds = tally(at: 6),
            let endsBeforeDecision = tally(at: 9)
        else { return nil }
        (self.decisions, self.ends, self.earlyEnds, self.endsBeforeDecision) = (
            decisions, ends, earlyEnds, endsBeforeDecision
        )
        anonymous = numbers[12]
    }

    /// Adds other loads.
    public mutating func add(_ other: LoadBalance) {
        decisions.add(other.decisions)
        ends.add(other.ends)
        earlyEnds.add(other.earlyEnds)
        endsBeforeDecision.add(other.endsBeforeDecision)
        anonymous = min(anonymous + other.anonymous, Self.anonymousLimit)
    }

    /// The 13 numbers of a balance, for a line of a condensed recording or a row of a store.
    ///
    /// The numbers are the loads, the sum and the bytes of each of the four tallies, and the loads without a client.
    public var numbers: [Int64] {
        [decisions, ends, earlyEnds, endsBeforeDecision].flatMap { [Int64($0.loads), $0.sum, $0.bytes] } + [anonymous]
    }
}

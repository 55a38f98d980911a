import Recordings

extension HostCoverage.Losses {
    /// Creates the losses of traffic, and of the file with the expected hosts.
    ///
    /// - Parameters:
    ///   - traffic: The traffic.
    ///   - expected: The expected hosts.
    ///   - lostDecisions: The number of decisions of a running proxy that were not counted.
    public init(of traffic: RecordedTraffic, expecting expected: ExpectedHosts, lostDecisions: Int = 0) {
        events = Self.sum([
            lostDecisions, traffic.uncountedDecisions, traffic.undecidedLoads, traffic.unendedLoads,
            Self.sum(traffic.sources.map { Int(clamping: $0.lostEvents) }),
        ])
        lines = Self.sum(
            traffic.sources.map { $0.brokenLines + ($0.isDamaged || $0.end == .cutOff || $0.isIncomplete ? 1 : 0) }
                + [expected.unreadableLines, expected.omitted])
        captureParts = Self.sum(
            traffic.sources.flatMap { source -> [Int] in
                if case .capture(let unreadParts) = source.content { unreadParts.map(\.count) } else { [] }
            })
        unknownEvents = Self.sum(traffic.sources.map(\.unknownEvents))
    }

    /// The sum, at most the largest number: numbers in files can be that large.
    private static func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { sum, number in
            let (result, isTooLarge) = sum.addingReportingOverflow(number)
            return isTooLarge ? .max : result
        }
    }
}

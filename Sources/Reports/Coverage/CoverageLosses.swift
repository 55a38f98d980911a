import Documents
import Recordings

/// The parts of traffic that were lost and cannot be ascribed to a host. Lost parts may belong to hosts that are not
/// known, so the coverage is an upper bound.
public struct CoverageLosses: Hashable, Sendable {
    /// The number of events or decisions that were lost or not counted.
    public var events = 0
    /// The number of lines that could not be read, in recordings and in the file with the expected hosts.
    public var lines = 0
    /// The number of parts of captured traffic that could not be read.
    public var captureParts = 0
    /// The number of events that a later version wrote.
    public var unknownEvents = 0
    /// The number of apps whose expected hosts were not compared, because no recorded app is known to be one of them.
    public var apps = 0

    /// Creates losses of which all numbers are 0.
    public init() {}

    /// Creates the losses of traffic, and of the file with the expected hosts.
    ///
    /// - Parameters:
    ///   - traffic: The traffic.
    ///   - expected: The expected hosts.
    ///   - lostDecisions: The number of decisions of a running proxy that were not counted.
    public init(of traffic: RecordedTraffic, expecting expected: ExpectedHosts, lostDecisions: Int = 0) {
        let sources = traffic.sources
        events = Self.sum(
            [lostDecisions, traffic.uncountedDecisions, traffic.undecidedLoads, traffic.unendedLoads]
                + sources.map { Int(clamping: $0.lostEvents) })
        lines = Self.sum(sources.map(\.unreadableLines) + [expected.unreadableLines, expected.omitted])
        captureParts = Self.sum(sources.flatMap(\.unreadCaptureParts))
        unknownEvents = Self.sum(sources.map(\.unknownEvents))
    }

    /// The losses, one clause for each kind.
    ///
    /// - Parameter unknownServices: The number of hosts of which it is not known whether they offer HTTP/3.
    func clauses(unknownServices: Int) -> [String] {
        var clauses: [String] = []
        if events > 0 { clauses.append("\(Quantity.of(events, "event")) \(events == 1 ? "is" : "are") missing") }
        if lines > 0 { clauses.append("\(Quantity.of(lines, "line")) could not be read") }
        if captureParts > 0 {
            clauses.append("\(Quantity.of(captureParts, "part")) of captured traffic could not be read")
        }
        if unknownEvents > 0 {
            let verb = unknownEvents == 1 ? "is" : "are"
            clauses.append("\(Quantity.of(unknownEvents, "event")) \(verb) of a later version")
        }
        if apps > 0 {
            let verb = apps == 1 ? "is" : "are"
            clauses.append("\(Quantity.of(apps, "app")) of the App Privacy Report \(verb) not told")
        }
        if unknownServices > 0 {
            clauses.append("whether \(Quantity.of(unknownServices, "host")) may use HTTP/3 is not known")
        }
        return clauses
    }

    /// The sum, at most the largest number: numbers in files can be that large.
    private static func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { sum, number in
            let (result, isTooLarge) = sum.addingReportingOverflow(number)
            return isTooLarge ? .max : result
        }
    }
}

extension RecordingSource {
    /// The number of lines that could not be read. A damaged, cut or incomplete recording lacks at least one more.
    fileprivate var unreadableLines: Int {
        let lacksLines = isDamaged || end == .cutOff || isIncomplete
        return brokenLines + (lacksLines ? 1 : 0)
    }

    /// The numbers of parts that could not be read, if the source is captured traffic.
    fileprivate var unreadCaptureParts: [Int] {
        switch content {
        case .capture(let unreadParts): unreadParts.map(\.count)
        case .recording, .condensed: []
        }
    }
}

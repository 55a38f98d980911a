import JSONWriting
import Recording
import TransportSecurity

/// Policies, trust stores, facts about servers, what destinations offer and the names of test cases, each once, with the
/// latest time at which it was recorded.
struct CondensedStatements {
    private var statements: [Statement] = []
    /// The place of each statement, by the hash of a line that has it.
    private var places: [Int: Int] = [:]
    /// The bytes of all statements.
    private(set) var bytes = 0
    /// The size above which statements are forgotten whose lines were taken.
    private static let sizeLimit = 8 << 20

    private struct Statement {
        /// The event as JSON, after its time.
        var content: [UInt8]
        var time: Instant
        /// Whether the line with this time was taken.
        var isTaken = false
    }

    /// Notes that a line with the hash was read again. Returns false if no such line was read before.
    mutating func renew(_ hash: Int, at time: Instant) -> Bool {
        guard let place = places[hash] else { return false }
        guard statements[place].time < time else { return true }
        (statements[place].time, statements[place].isTaken) = (time, false)
        return true
    }

    /// Adds an event whose line has the hash.
    mutating func insert(_ event: some JSONWritable, at time: Instant, hash: Int) {
        let content = event.line.withUnsafeBufferPointer { Array($0.withoutTime) }
        places[hash] = statements.count
        statements.append(Statement(content: content, time: time))
        bytes += content.count
    }

    /// The lines of a condensed recording, in no order. The same statement may occur in several spellings.
    var lines: [[UInt8]] {
        statements.map(Self.line(of:))
    }

    /// Takes the lines that were not taken before, in no order. The statements themselves are kept, so that a line that
    /// is read again need not be decoded, unless they are large.
    mutating func takeLines() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for place in statements.indices where !statements[place].isTaken {
            lines.append(Self.line(of: statements[place]))
            statements[place].isTaken = true
        }
        if bytes > Self.sizeLimit { self = CondensedStatements() }
        return lines
    }

    private static func line(of statement: Statement) -> [UInt8] {
        Array(#"{"time":""#.utf8) + Array(statement.time.description.utf8) + statement.content
    }
}

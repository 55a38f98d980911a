import JSONWriting
import Recording
import TransportSecurity

/// Policies, trust stores, facts about servers and what destinations offer, each once, with the latest time at which it
/// was recorded.
struct CondensedStatements {
    private var statements: [Statement] = []
    /// The place of each statement, by the hash of a line that has it.
    private var places: [Int: Int] = [:]
    /// The bytes of all statements.
    private(set) var bytes = 0

    private struct Statement {
        /// The event as JSON, after its time.
        var content: [UInt8]
        var time: Instant
    }

    /// Notes that a line with the hash was read again. Returns false if no such line was read before.
    mutating func renew(_ hash: Int, at time: Instant) -> Bool {
        guard let place = places[hash] else { return false }
        statements[place].time = max(statements[place].time, time)
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
        statements.map { Array(#"{"time":""#.utf8) + Array($0.time.description.utf8) + $0.content }
    }
}

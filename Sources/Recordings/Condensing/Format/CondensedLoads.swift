import Events
import JSONWriting
import Traffic
import TransportSecurity

/// The counts of loads of one kind, test case, day and recording, as a line of a condensed recording:
///
///     {"event":"loads","kind":"5f0c…","after":null,"label":null,"day":"2026-11-28","recording":"01JD…",
///      "decisions":11,"first":"2026-11-28T09:00:00.000Z","last":"2026-11-28T09:15:00.000Z",…}
public struct CondensedLoads: Sendable {
    /// The kind; `LoadKindID.none` for loads whose end was recorded before their decision.
    public var kind = LoadKindID.none
    /// For further decisions on loads, the kind of the first ones; else nil.
    public var after: LoadKindID?
    /// The label of the test case; nil for none.
    public var label: String?
    /// The beginning of the day in UTC; nil if loads of several days are counted together.
    public var day: Instant?
    /// The identifier of the recording; nil if loads of several recordings are counted together.
    public var recording: String?
    /// The counts.
    public var counts = LoadCounts(at: Instant(milliseconds: 0))

    /// Creates the counts of a row.
    public init(
        kind: LoadKindID, after: LoadKindID?, label: String?, day: Instant?, recording: String?, counts: LoadCounts
    ) {
        (self.kind, self.after, self.label, self.day, self.recording) = (kind, after, label, day, recording)
        self.counts = counts
    }

    /// Reads a line. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var hasKind = false
        // The times of the first and last decision have no value that stands for a missing one.
        var (hasFirst, hasLast) = (false, false)
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "kind") {
                guard let kind = try scanner.kind() else { throw JSONScanner.Malformed() }
                (self.kind, hasKind) = (kind, true)
            } else if name.isEqual(to: "after") {
                after = try scanner.kind()
            } else if name.isEqual(to: "label") {
                label = try scanner.optionalText()
            } else if name.isEqual(to: "day") {
                day = try scanner.day()
            } else if name.isEqual(to: "recording") {
                recording = try scanner.optionalText()
            } else {
                if name.isEqual(to: "first") { hasFirst = true }
                if name.isEqual(to: "last") { hasLast = true }
                try counts.readMember(name, from: &scanner)
            }
        }
        try scanner.end()
        guard hasKind, hasFirst, hasLast, counts.first <= counts.last else {
            throw JSONScanner.Malformed()
        }
    }

    /// The line.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("loads")
            json.member("kind", kind)
            json.member("after", after)
            json.member("label", label)
            json.member("day", day?.date)
            json.member("recording", recording)
            counts.writeMembers(to: &json)
        }
        return json.bytes
    }

    /// The line with the sum of the counts in lines with the same key.
    static func sum(of lines: [[UInt8]]) throws(JSONScanner.Malformed) -> [UInt8] {
        guard let first = lines.first else { throw JSONScanner.Malformed() }
        guard lines.count > 1 else { return first }
        var sum = try read(first)
        for line in lines.dropFirst() { sum.counts.add(try read(line).counts) }
        return sum.line
    }

    private static func read(_ line: [UInt8]) throws(JSONScanner.Malformed) -> CondensedLoads {
        try line.withUnsafeBufferPointer { line throws(JSONScanner.Malformed) in try CondensedLoads(line) }
    }
}

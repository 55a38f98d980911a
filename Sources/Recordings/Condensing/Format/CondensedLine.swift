import Events

/// One line of a condensed recording with the key by which the lines are sorted.
///
/// A condensed recording has the numbers of equal loads in place of their decisions:
///
///     {"event":"condensed","version":1}
///     {"event":"recording","id":"sha256:…","name":"proxy.jsonl","lines":12,…}
///     {"time":"2026-11-28T09:00:00.000Z","event":"policy",…}
///     {"event":"kind","id":"5f0c…","decision":{…}}
///     {"event":"loads","kind":"5f0c…","day":"2026-11-28","recording":"sha256:…","decisions":11,…}
///     {"event":"end","lines":5}
///
/// Lines with equal keys are about the same thing. `CondensedMerge` keeps one of them, or adds their numbers.
struct CondensedLine: Equatable, Sendable {
    /// The type of the line.
    private(set) var type = CondensedLineType.header
    /// The raw value of the type, followed by the JSON of the members that identify the line.
    private(set) var key: [UInt8]
    /// The JSON, without a line feed.
    let text: [UInt8]
    /// The recording that the line counts, as JSON; empty for lines that are about no recording.
    private(set) var recording: [UInt8] = []

    /// Reads the key of a line. Throws an error if it is not a line of a condensed recording.
    init(_ text: [UInt8]) throws(JSONScanner.Malformed) {
        self.text = text
        key = []
        try text.withUnsafeBufferPointer { text throws(JSONScanner.Malformed) in try readKey(of: text) }
    }

    private mutating func readKey(of text: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        let members = try CondensedMembers(of: text)
        type = try members.type()
        key.append(type.rawValue)
        switch type {
        case .header, .end: break
        case .recording, .kind: append([members.id])
        case .statement: key.append(contentsOf: text.withoutTime)
        case .loads: append([members.kind, members.after, members.label, members.day, members.recording])
        }
        recording = type == .recording ? Array(members.id) : Array(members.recording)
    }

    /// Checks the members of a line from a file. Throws an error if a reader would reject the line.
    ///
    /// Decisions are not decoded, because that takes long. A reader reports those that are malformed.
    func check() throws(JSONScanner.Malformed) {
        try text.withUnsafeBufferPointer { text throws(JSONScanner.Malformed) in
            switch type {
            case .recording: _ = try RecordingSource(condensed: text)
            case .loads: _ = try CondensedLoads(text)
            case .header, .statement, .kind, .end: break
            }
        }
    }

    /// Appends parts of the key, each ended by a zero byte, which JSON does not have.
    private mutating func append(_ parts: [JSONScanner.Slice]) {
        for part in parts {
            key.append(contentsOf: part)
            key.append(0)
        }
    }
}

extension CondensedLine: Comparable {
    static func < (left: CondensedLine, right: CondensedLine) -> Bool {
        left.key == right.key ? left.text.precedes(right.text) : left.key.precedes(right.key)
    }
}

/// The types of lines of a condensed recording, in their order.
enum CondensedLineType: UInt8 {
    /// The first line, which says that the recording is condensed.
    case header = 1
    /// A recording whose loads are counted.
    case recording
    /// An event that is not about a load: a policy, a trust store, facts about a server, the offer of a destination or
    /// the name of a test case.
    case statement
    /// A kind of loads.
    case kind
    /// The counts of loads of one kind, test case, day and recording.
    case loads
    /// The last line, which says how many lines there are.
    case end

    /// Whether a condensed recording has at most one line of the type with the same key.
    var isUnique: Bool {
        switch self {
        case .recording, .kind, .loads: true
        case .header, .statement, .end: false
        }
    }
}

extension CondensedLineType {
    /// Finds the type of a line. Throws an error if it is not a line of a condensed recording.
    init(of line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        // Nearly all lines are of this type, which is therefore recognized without a scan.
        if line.starts(with: #"{"event":"loads","#.utf8) {
            self = .loads
        } else {
            self = try CondensedMembers(of: line).type()
        }
    }
}

/// The members of a line of a condensed recording from which its key is made, as JSON.
private struct CondensedMembers {
    /// The value of the member `event`; empty, like the members below, if the line does not have it.
    private(set) var event = Self.none
    private(set) var id = Self.none
    private(set) var kind = Self.none
    private(set) var after = Self.none
    private(set) var label = Self.none
    private(set) var day = Self.none
    private(set) var recording = Self.none

    /// The value of a missing member.
    private static var none: JSONScanner.Slice { UnsafeBufferPointer(start: nil, count: 0)[...] }

    /// Reads the members of a line. Throws an error if it is malformed.
    init(of line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            keep(try scanner.value(), of: name)
        }
        try scanner.end()
    }

    /// Keeps the value of a member if it may be a part of a key.
    private mutating func keep(_ value: JSONScanner.Slice, of name: JSONScanner.Slice) {
        switch name.count {
        case 2 where name.isEqual(to: "id"): id = value
        case 3 where name.isEqual(to: "day"): day = value
        case 4 where name.isEqual(to: "kind"): kind = value
        case 5 where name.isEqual(to: "event"): event = value
        case 5 where name.isEqual(to: "after"): after = value
        case 5 where name.isEqual(to: "label"): label = value
        case 9 where name.isEqual(to: "recording"): recording = value
        case _: break
        }
    }

    /// The type of the line. Throws an error if there is no such type.
    func type() throws(JSONScanner.Malformed) -> CondensedLineType {
        if event.isEqual(to: #""loads""#) { return .loads }
        if event.isEqual(to: #""kind""#) { return .kind }
        if event.isEqual(to: #""recording""#) { return .recording }
        if event.isEqual(to: #""condensed""#) { return .header }
        if event.isEqual(to: #""end""#) { return .end }
        for name: StaticString in [#""facts""#, #""policy""#, #""trust""#, #""service""#, #""label""#]
        where event.isEqual(to: name) {
            return .statement
        }
        throw JSONScanner.Malformed()
    }
}

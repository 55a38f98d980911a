/// One line of a condensed recording with the key by which the lines are sorted.
///
/// A condensed recording is a set of lines. What has the same key in two recordings says the same, or is merged, see
/// `CondensedMerge`.
struct CondensedLine: Equatable, Sendable {
    /// The kind of the line, and the text of the members that identify it among lines of its kind.
    private(set) var key: [UInt8]
    /// The JSON, without a line feed.
    let text: [UInt8]
    /// The recording that the line counts, as JSON; empty for lines that are about no recording.
    private(set) var recording: [UInt8] = []

    /// The kinds of lines, in their order.
    enum Rank: UInt8 {
        /// The first line, which says that the recording is condensed.
        case header = 1
        /// A recording whose loads are counted.
        case recording
        /// A policy, a trust store, facts about a server or what a destination offers, as recorded.
        case statement
        /// A kind of loads.
        case kind
        /// The numbers of loads of one kind, test case, day and recording.
        case loads
        /// A load whose end is not in its recording.
        case open
        /// A second decision on a load whose first decision is not in its recording.
        case single
        /// The end of a load whose decision is not in its recording.
        case ended
        /// The last line, which says how many lines there are.
        case end
    }

    /// Reads the key of a line. Throws an error if it is no line of a condensed recording.
    init(_ text: [UInt8]) throws(JSONScanner.Malformed) {
        self.text = text
        key = []
        try text.withUnsafeBufferPointer { text throws(JSONScanner.Malformed) in try readKey(of: text) }
    }

    /// The kind of the line.
    var rank: Rank { key.first.flatMap(Rank.init) ?? .header }

    private mutating func readKey(of text: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var members = CondensedMembers()
        var scanner = JSONScanner(text)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            members.keep(name, try scanner.value())
        }
        try scanner.end()
        let rank = try members.rank()
        key.append(rank.rawValue)
        switch rank {
        case .header, .end: break
        case .recording, .kind: append([members.id])
        case .statement: key.append(contentsOf: text.withoutTime)
        case .loads: append([members.kind, members.after, members.label, members.day, members.recording])
        case .open, .single, .ended: append([members.id, members.recording])
        }
        recording = rank == .recording ? Array(members.id) : Array(members.recording)
    }

    /// Appends parts of the key. JSON has no zero bytes.
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

/// The members of a line that its key is made of, as JSON.
struct CondensedMembers {
    private(set) var event = Self.none
    private(set) var id = Self.none
    private(set) var kind = Self.none
    private(set) var after = Self.none
    private(set) var label = Self.none
    private(set) var day = Self.none
    private(set) var recording = Self.none

    private static var none: JSONScanner.Slice { UnsafeBufferPointer(start: nil, count: 0)[...] }

    /// Keeps a member, if it may be a part of a key.
    mutating func keep(_ name: JSONScanner.Slice, _ value: JSONScanner.Slice) {
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

    /// The kind of the line. Throws an error if the line is of no kind.
    func rank() throws(JSONScanner.Malformed) -> CondensedLine.Rank {
        if event.isEqual(to: #""loads""#) { return .loads }
        if event.isEqual(to: #""kind""#) { return .kind }
        if event.isEqual(to: #""recording""#) { return .recording }
        if event.isEqual(to: #""open""#) { return .open }
        if event.isEqual(to: #""single""#) { return .single }
        if event.isEqual(to: #""ended""#) { return .ended }
        if event.isEqual(to: #""condensed""#) { return .header }
        if event.isEqual(to: #""end""#) { return .end }
        for name: StaticString in [#""facts""#, #""policy""#, #""trust""#, #""service""#]
        where event.isEqual(to: name) {
            return .statement
        }
        throw JSONScanner.Malformed()
    }
}

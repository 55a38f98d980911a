import Events

/// One line of a condensed recording with the key by which the lines are sorted.
///
/// A condensed recording is a set of lines. Lines with equal keys are about the same thing. `CondensedMerge` keeps one
/// of them, or adds their numbers.
struct CondensedLine: Equatable, Sendable {
    /// The type of the line.
    private(set) var type = CondensedLineType.header
    /// The key: the raw value of the type, and then the JSON of the members that identify the line.
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
        var members = CondensedMembers()
        var scanner = JSONScanner(text)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            members.keep(name, try scanner.value())
        }
        try scanner.end()
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

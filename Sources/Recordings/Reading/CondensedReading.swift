import Events

/// The state of a condensed recording while it is read.
struct CondensedReading {
    /// The identifiers of the recordings that are taken from it.
    var recordings: Set<String> = []
    /// The first line of the file.
    let header: CondensedHeader
    /// Whether the closing line (`CondensedEnd`) states the number of lines before it; nil before it was read.
    var isWhole: Bool?
    /// The number of lines behind the closing line, which are not read.
    var followingLines = 0

    /// The content of the file, as far as it was read.
    var content: RecordingSource.Content {
        .condensed(isIncomplete: isWhole != true, followingLines: followingLines)
    }

    /// Begins to read a condensed recording.
    init(_ header: CondensedHeader) {
        self.header = header
    }

    /// The type of a line. Throws an error if it is not a line of a condensed recording.
    static func type(of line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) -> CondensedLineType {
        // Nearly all lines are of this type, which is therefore recognized without a scan.
        if line.starts(with: #"{"event":"loads","#.utf8) { return .loads }
        var members = CondensedMembers()
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            members.keep(name, try scanner.value())
        }
        try scanner.end()
        return try members.type()
    }
}

import Recording
import TransportSecurity

/// What is known of a condensed recording while it is read.
struct CondensedReading {
    /// The index of each kind, by its identifier.
    var kinds: [String: Int] = [:]
    /// The identifiers of the recordings that are taken from it.
    var recordings: Set<String> = []
    /// The first line.
    let header: CondensedHeader
    /// Whether the last line counts the lines before it; nil before it was read.
    var isWhole: Bool?

    /// Begins to read a condensed recording.
    init(_ header: CondensedHeader) {
        self.header = header
    }

    /// The kind of a line. Throws an error if it is no line of a condensed recording.
    static func rank(of line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) -> CondensedLine.Rank {
        // Nearly all lines are of this kind.
        if line.starts(with: #"{"event":"loads","#.utf8) { return .loads }
        var members = CondensedMembers()
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            members.keep(name, try scanner.value())
        }
        try scanner.end()
        return try members.rank()
    }
}

/// Events of single loads that are counted after all recordings are read, because what they belong to may be in any.
struct CondensedSingles: Sendable {
    /// Second decisions, as lines of recordings.
    var decisions: [[UInt8]] = []
    /// Ends of loads.
    var ends: [OpenLoadEnd] = []

    /// The largest number of either. Further ones are counted where they are read.
    static let limit = 1 << 17
}

/// The end of a load in a condensed recording.
struct OpenLoadEnd: Hashable, Sendable {
    /// The load.
    var load = LoadID()
    /// The number of bytes from the client.
    var fromClient: Int64 = 0
    /// The number of bytes from the server.
    var fromServer: Int64 = 0
    /// Whether it ended as if the device itself had refused the server.
    var hasClientRefusal = false

    /// Creates the end of a load.
    init(load: LoadID, fromClient: Int64, fromServer: Int64, hasClientRefusal: Bool) {
        (self.load, self.fromClient, self.fromServer) = (load, fromClient, fromServer)
        self.hasClientRefusal = hasClientRefusal
    }

    /// Reads a line `ended`. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                load = try scanner.loadID()
            } else if name.isEqual(to: "bytesFromClient") {
                fromClient = try scanner.size()
            } else if name.isEqual(to: "bytesFromServer") {
                fromServer = try scanner.size()
            } else if name.isEqual(to: "clientRefusal") {
                hasClientRefusal = try scanner.boolean()
            } else {
                try scanner.value()
            }
        }
        guard load != LoadID() else { throw JSONScanner.Malformed() }
    }
}

/// A load whose decision is in a condensed recording and whose end is not.
struct OpenLoad {
    /// The load.
    var load = LoadID()
    /// The identifier of its kind.
    var kind = ""
    /// The identifier of the kind of a second decision on it; nil without one.
    var second: String?
    /// The label of the test case; nil for none.
    var label: String?
    /// The beginning of its day in UTC.
    var day: Instant?

    /// Reads a line `open`. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                load = try scanner.loadID()
            } else if name.isEqual(to: "kind") {
                kind = try scanner.text()
            } else if name.isEqual(to: "second") {
                second = try scanner.optionalText()
            } else if name.isEqual(to: "label") {
                label = try scanner.optionalText()
            } else if name.isEqual(to: "day") {
                day = try scanner.optionalText().flatMap { Instant("\($0)T00:00:00Z") }
            } else {
                try scanner.value()
            }
        }
        guard load != LoadID() else { throw JSONScanner.Malformed() }
    }
}

extension JSONScanner {
    /// The identifier of a load. Throws an error for a value that is no string.
    mutating func loadID() throws(Malformed) -> LoadID {
        guard let id = try optionalString({ LoadID($0) }) else { throw Malformed() }
        return id
    }
}

import Events
import JSONWriting

/// The first line of a condensed recording: `{"event":"condensed","version":1}`. `CondensedLine` shows the lines that
/// follow.
public struct CondensedHeader: Hashable, Sendable {
    /// The version of the format.
    public var version = Self.knownVersion
    /// Whether loads of several recordings are counted together, as in an export of a store. Such a recording cannot be
    /// merged, and cannot be read together with one of these recordings.
    public var isAddedUp = false

    /// The version that this program writes, and the newest one that it reads.
    public static let knownVersion = 1

    /// Creates the header of a recording in the newest version.
    public init(isAddedUp: Bool = false) {
        self.isAddedUp = isAddedUp
    }

    /// Reads the line. Throws an error if it is not the first line of a condensed recording.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var isHeader = false
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "event") {
                isHeader = try scanner.value().isEqual(to: #""condensed""#)
            } else if name.isEqual(to: "version") {
                version = try scanner.count()
            } else if name.isEqual(to: "isAddedUp") {
                isAddedUp = try scanner.boolean()
            } else {
                try scanner.value()
            }
        }
        try scanner.end()
        guard isHeader else { throw JSONScanner.Malformed() }
    }

    /// The line.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("condensed")
            json.member("version", version)
            if isAddedUp { json.member("isAddedUp", true) }
        }
        return json.bytes
    }

    /// Whether this program reads recordings of the version.
    public var isKnown: Bool { version <= Self.knownVersion }

    /// The reason why a recording of an unknown version is not read, as a clause after its name.
    public var fault: String { "is a condensed recording of version \(version), which only a newer atsproxy reads" }

    /// The header in the first line of a recording that is not blank; nil if the recording is not a condensed one.
    static func inFirstLine(_ line: UnsafeBufferPointer<UInt8>) -> CondensedHeader? {
        line.count < sizeLimit ? try? CondensedHeader(line.withoutByteOrderMark) : nil
    }

    /// The result of reading the beginning of a recording.
    public enum Beginning: Equatable {
        /// More bytes are needed.
        case unfinished
        /// The recording is condensed.
        case condensed(CondensedHeader)
        /// The recording is not a condensed one.
        case recording
    }

    /// Finds out from the beginning of a recording whether it is condensed. Blank lines and a byte order mark before
    /// the first line are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The beginning, of any length.
    ///   - isWhole: Whether the bytes are the complete recording.
    public static func beginning(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Beginning {
        var remaining = bytes
        while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
            let line = UnsafeBufferPointer(rebasing: remaining[..<end])
            guard line.withoutByteOrderMark.isBlank else { return beginning(line) }
            remaining = UnsafeBufferPointer(rebasing: remaining[(end + 1)...])
        }
        return isWhole || remaining.count >= sizeLimit ? beginning(remaining) : .unfinished
    }

    private static func beginning(_ line: UnsafeBufferPointer<UInt8>) -> Beginning {
        inFirstLine(line).map(Beginning.condensed) ?? .recording
    }

    /// The number of bytes from which a line is not taken for a header. Headers have about 60 bytes.
    private static let sizeLimit = 256
}

/// The last line of a condensed recording: `{"event":"end","lines":7}`. A recording without this line was cut off.
public struct CondensedEnd: Equatable, Sendable {
    /// The number of lines before this one.
    public var lines = 0

    /// Creates the line that follows a number of lines.
    public init(lines: Int) {
        self.lines = lines
    }

    /// Reads the line. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var number: Int?
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "lines") {
                number = try scanner.count()
            } else {
                try scanner.value()
            }
        }
        try scanner.end()
        guard let number else { throw JSONScanner.Malformed() }
        lines = number
    }

    /// The line.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("end")
            json.member("lines", lines)
        }
        return json.bytes
    }
}

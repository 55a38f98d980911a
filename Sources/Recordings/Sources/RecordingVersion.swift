import Events

/// The extent of a recording in a file. Several files may have versions of one recording, for example a copy that was
/// made while the recording was written. Only the greatest version is read.
///
/// A recording is only appended to. A longer version therefore contains every shorter one. A version whose last line is
/// incomplete has as many lines as one with the complete line, and fewer bytes.
public struct RecordingVersion: Hashable, Sendable {
    /// The number of lines, including a last one without a line feed.
    public var lines: Int
    /// The number of decompressed bytes.
    public var bytes: Int64
    /// Whether the compressed data of the file are damaged or end too early. Of two versions with equal numbers, one
    /// that is not damaged is greater.
    public var isDamaged: Bool
    /// The name of the file. Of otherwise equal versions, that with the least name is the greatest.
    public var name: String

    /// Creates a version.
    public init(lines: Int, bytes: Int64, isDamaged: Bool = false, name: String) {
        (self.lines, self.bytes, self.isDamaged, self.name) = (lines, bytes, isDamaged, name)
    }

    /// Whether another version has the same numbers of lines and bytes.
    public func isAsLong(as other: RecordingVersion) -> Bool { lines == other.lines && bytes == other.bytes }
}

extension RecordingVersion: Comparable {
    public static func < (left: RecordingVersion, right: RecordingVersion) -> Bool {
        if left.lines != right.lines { return left.lines < right.lines }
        if left.bytes != right.bytes { return left.bytes < right.bytes }
        if left.isDamaged != right.isDamaged { return left.isDamaged }
        return right.name.utf8.lexicographicallyPrecedes(left.name.utf8)
    }
}

/// Makes the identifier of a recording without an event `segment` from its first line about a load.
///
/// A load has up to three lines: a decision, a second decision on the content of its tunnel, and its end. If a log is
/// rotated in the middle of a load, the next recording begins with another one of these lines. The identifier
/// distinguishes these lines, and does not depend on their spelling.
enum RecordingIdentifier {
    /// Makes the identifier, such as `01JD4Q0Y7ZK8M3T5V9W2X6R1BC/closed` for an end.
    ///
    /// - Parameters:
    ///   - line: The first line about a load, a decision or an end.
    ///   - load: The identifier of the load.
    static func text(of line: UnsafeBufferPointer<UInt8>, load: LoadID) -> String {
        // The line was scanned before, and is therefore well-formed.
        load.text + ((try? suffix(of: line)) ?? "")
    }

    /// The end of the identifier, which distinguishes the lines about a load.
    private static func suffix(of line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) -> String {
        var isEnd = false
        var isSecond = false
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "event") {
                isEnd = try scanner.optionalText() == "closed"
            } else if name.isEqual(to: "tunnel") {
                isSecond = try !scanner.value().isEqual(to: "null") || isSecond
            } else if name.isEqual(to: "tls"), scanner.isAtObject() {
                isSecond = try isOfTunnel(&scanner) || isSecond
            } else {
                try scanner.value()
            }
        }
        if isEnd { return "/closed" }
        return isSecond ? "/tunnel" : ""
    }

    /// Whether the summary of a handshake is of a handshake in a tunnel.
    private static func isOfTunnel(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) -> Bool {
        var isOfTunnel = false
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "source") {
                isOfTunnel = try scanner.optionalText() == "tunnel"
            } else {
                try scanner.value()
            }
        }
        return isOfTunnel
    }
}

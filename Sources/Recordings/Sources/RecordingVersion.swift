/// The extent of a recording in a file. Of several versions of one recording, such as a copy that was made while it was
/// written, the greatest counts.
///
/// A recording is only appended to. A longer version therefore has everything that a shorter one has. A version whose
/// last line is half written has as many lines as the whole one, and fewer bytes.
public struct RecordingVersion: Hashable, Sendable {
    /// The number of lines, with one that has no line feed yet.
    public var lines: Int
    /// The number of bytes, decompressed.
    public var bytes: Int64
    /// Whether the compressed data of the file are damaged or end too early. Of versions with as much of the recording,
    /// one that is not damaged counts.
    public var isDamaged: Bool
    /// The name of the file. Of equal versions the one with the least name counts.
    public var name: String

    /// Creates a version.
    public init(lines: Int, bytes: Int64, isDamaged: Bool = false, name: String) {
        (self.lines, self.bytes, self.isDamaged, self.name) = (lines, bytes, isDamaged, name)
    }

    /// Whether another version has as much of the recording.
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

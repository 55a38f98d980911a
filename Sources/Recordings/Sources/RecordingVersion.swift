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

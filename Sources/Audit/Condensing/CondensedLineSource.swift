/// A condensed recording, line by line.
public protocol CondensedLineSource {
    /// The next line without its line feed; nil at the end.
    mutating func next() throws -> [UInt8]?

    /// The name for messages.
    var name: String { get }
}

/// The error for a condensed recording without its last line.
public struct CondensedCutOffError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String

    /// The error in one sentence.
    public var description: String { "\(name) was cut off: the last line of a condensed recording is missing." }
}

/// The error for a line that cannot be merged.
public struct CondensedLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String
    /// The number of the line, from 1.
    public var line: Int
    /// What is wrong, such as `is no line of a condensed recording`.
    public var fault: String

    /// The error in one sentence.
    public var description: String { "Line \(line) of \(name) \(fault)." }
}

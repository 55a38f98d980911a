/// The error for a line that cannot be merged.
public struct CondensedLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String
    /// The number of the line, from 1.
    public var line: Int
    /// The fault, such as `is no line of a condensed recording`.
    public var fault: String

    /// The error in one sentence.
    public var description: String { "Line \(line) of \(name) \(fault)." }
}

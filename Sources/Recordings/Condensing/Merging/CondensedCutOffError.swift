/// The error for a condensed recording without its last line.
public struct CondensedCutOffError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String

    /// The error in one sentence.
    public var description: String { "\(name) was cut off: the last line of a condensed recording is missing." }
}

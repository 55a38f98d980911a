/// The error that a recording cannot be read or written.
public struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String
    /// The failure, such as `cannot be read`.
    public var fault: String
    /// The reason, such as `No such file or directory`.
    public var reason: String

    /// Creates an error.
    public init(name: String, fault: String = "cannot be read", reason: String) {
        (self.name, self.fault, self.reason) = (name, fault, reason)
    }

    /// The error in one sentence.
    public var description: String { "\(name) \(fault): \(reason)." }
}

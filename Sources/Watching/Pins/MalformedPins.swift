/// The fault of a list of pins.
public struct MalformedPins: Error, Hashable, Sendable {
    /// The number of the line, from 1; nil if the fault is in no certain line.
    public var line: Int?
    /// The fault as a sentence without its subject.
    public var reason: String

    /// Creates a fault.
    public init(line: Int?, reason: String) {
        self.line = line
        self.reason = reason
    }
}

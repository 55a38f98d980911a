/// A source of the lines of a condensed recording, such as a file.
public protocol CondensedLineSource {
    /// The next line without its line feed; nil at the end.
    mutating func next() throws -> [UInt8]?

    /// The name for messages.
    var name: String { get }
}

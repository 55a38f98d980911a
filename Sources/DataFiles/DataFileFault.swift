/// The reason why a file of data cannot be used.
public struct DataFileFault: Error, Hashable, Sendable {
    /// One sentence that names the file.
    public let sentence: String

    /// Creates a fault with its sentence.
    public init(_ sentence: String) {
        self.sentence = sentence
    }
}

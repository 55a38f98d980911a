import InternetNames

/// The reason why a file of data cannot be used.
public struct DataFileFault: Error, Hashable, Sendable {
    /// One sentence that names the file. Characters of the file that a terminal could interpret are escaped.
    public let sentence: String

    /// The sentence without its period, as the beginning of a longer one.
    var clause: String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }

    /// Creates a fault with its sentence.
    public init(_ sentence: String) {
        self.sentence = sentence.visible(limit: 2000)
    }
}

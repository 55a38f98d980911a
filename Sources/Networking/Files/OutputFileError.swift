#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The error if an output cannot be written.
public struct OutputFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the output: a path, or `standard output`.
    public var name: String
    /// The value of `errno`.
    public var number: Int32

    /// Creates an error.
    public init(name: String, _ number: Int32) {
        (self.name, self.number) = (name, number)
    }

    /// Whether the reader of a pipe has gone, as `head` does when it has read enough.
    public var isReaderGone: Bool { number == EPIPE }

    /// The error in one sentence.
    public var description: String { "\(name) cannot be written: \(String(cString: strerror(number)))." }
}

import Foundation
import Networking

/// The error that a temporary file cannot be written.
public struct TemporaryFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The directory of the temporary file.
    public var directory: String
    /// The error of the system.
    public var error: SystemError

    /// Creates an error.
    public init(directory: String, _ error: SystemError) {
        (self.directory, self.error) = (directory, error)
    }

    /// The error in one sentence.
    public var description: String {
        "a temporary file in \(directory) cannot be written: \(error.text); set TMPDIR to a directory with room."
    }
}

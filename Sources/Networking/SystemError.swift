#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An error of a system call: its number and the attempted operation.
public struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno`.
    public var number: Int32
    /// The name of the call or operation, such as `bind`.
    public var operation: String

    /// The error of that number in that operation.
    public init(number: Int32, operation: String) {
        self.number = number
        self.operation = operation
    }

    /// The error that `errno` holds now.
    public static func last(_ operation: String) -> SystemError {
        SystemError(number: errno, operation: operation)
    }

    /// The system's words for the number, `Address already in use`.
    public var text: String {
        String(cString: strerror(number))
    }
}

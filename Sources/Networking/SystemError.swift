#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An error of a system call: its number and what was attempted.
public struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno`.
    public var number: Int32
    /// The call, or what was attempted, `bind`.
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

import Foundation

/// Opens files that options name.
///
/// A pipe, such as that of bash's `--policy <(command)`, is read to its end, and opening a named pipe waits for its
/// writer. A program may wait at its start, but not while it serves clients, because it handles no signals meanwhile.
public enum FileOpening {
    /// The treatment of pipes and sockets.
    public enum Pipes: Sendable {
        /// They are read, which may wait.
        case read
        /// They are an error, `NotRegular`. Opening and reading never wait.
        case refused
    }

    /// The error for a pipe or a socket where they are refused.
    public struct NotRegular: Error, CustomStringConvertible {
        /// The reason as a clause, with advice.
        public var description: String {
            "it is a pipe or a socket, which can be read at the start alone; name a regular file to read it again"
        }
    }

    /// Opens a file for reading. Throws the errors of Foundation and `NotRegular`.
    public static func handle(at path: String, pipes: Pipes) throws -> FileHandle {
        if pipes == .read { return try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) }
        // Non-blocking: a pipe must not wait for its writer, and a terminal must not wait for input.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw CocoaError(.fileReadNoSuchFile)
            case EACCES: throw CocoaError(.fileReadNoPermission)
            // The file is a socket.
            case ENXIO: throw NotRegular()
            case let number: throw NSError(domain: NSPOSIXErrorDomain, code: Int(number))
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, ![S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            close(descriptor)
            throw NotRegular()
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

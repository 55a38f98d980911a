import Foundation

/// Opens files that options name.
///
/// A pipe, such as bash makes of `--policy <(command)`, is read to its end, and opening a named one waits for whoever
/// writes into it. That is right for a program that starts, and not for one that serves: it would hear no signal until
/// then.
public enum FileOpening {
    /// Whether pipes are read, which may wait; without that, opening and reading never wait for anybody.
    @TaskLocal public static var readsPipes = true

    /// Why a file was not opened that could be.
    public struct NotRegular: Error, CustomStringConvertible {
        /// What it is and when it can be read, as a clause.
        public var description: String {
            "it is a pipe or a socket, which can be read at the start alone; name a regular file to read it again"
        }
    }

    /// Opens the file at that path for reading; throws what Foundation throws, and `NotRegular`.
    public static func handle(at path: String) throws -> FileHandle {
        guard !readsPipes else { return try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) }
        // Does not wait for the other end of a pipe, nor for a line of a terminal.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw CocoaError(.fileReadNoSuchFile)
            case EACCES: throw CocoaError(.fileReadNoPermission)
            // A socket.
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

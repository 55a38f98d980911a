import Foundation

/// Opens files that options name, for reading.
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
            "it is a pipe or a socket, which can be read only at the start; name a regular file to read it again"
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

/// A file that is read in parts, by seeking.
struct RandomAccessFile {
    /// The size in bytes.
    let size: Int
    private let path: String
    private let handle: FileHandle

    /// Opens a file.
    init(path: String, pipes: FileOpening.Pipes = .read) throws(PolicyFileError) {
        self.path = path
        do {
            handle = try FileOpening.handle(at: path, pipes: pipes)
            size = Int(clamping: try handle.seekToEnd())
        } catch {
            throw PolicyFileError(reading: path, failedWith: error)
        }
    }

    /// At most `count` bytes at an offset; fewer at the end of the file.
    func bytes(at offset: Int, _ count: Int) throws(PolicyFileError) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        var bytes: [UInt8] = []
        do {
            try handle.seek(toOffset: UInt64(offset))
            while bytes.count < count, let part = try handle.read(upToCount: count - bytes.count), !part.isEmpty {
                bytes += part
            }
        } catch {
            throw PolicyFileError(reading: path, failedWith: error)
        }
        return bytes
    }
}

extension PolicyFileError {
    /// Creates the error for a file that Foundation could not read.
    init(reading path: String, failedWith error: any Error) {
        if let notRegular = error as? FileOpening.NotRegular {
            self.init(path: path, reason: .unreadable(notRegular.description))
            return
        }
        let reason: Reason
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: reason = .missing
        case .fileReadNoPermission: reason = .unreadable("permission denied")
        case _: reason = .unreadable(Self.systemReason(of: error))
        }
        self.init(path: path, reason: reason)
    }

    /// The system's words for the error behind one of Foundation; else Foundation's own.
    private static func systemReason(of error: any Error) -> String {
        let error = error as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription.trimmingSentence }
        return String(cString: strerror(Int32(truncatingIfNeeded: underlying.code)))
    }
}

extension String {
    /// The text without white space and full stop at its end, for use inside a sentence.
    var trimmingSentence: String {
        trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: ".")))
    }
}

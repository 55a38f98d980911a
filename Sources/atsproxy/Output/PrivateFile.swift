import Foundation

/// A file that only its owner may read.
enum PrivateFile {
    /// Writes a file as a whole: either all of it stands at the path afterwards, also after a crash, or what stood there
    /// before. What is no regular file, such as `/dev/stdout`, a pipe or a symbolic link, stays and is written to.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw failure(path, errno) }
            let fault = fill(descriptor, with: bytes, keeps: false)
            if let fault { throw failure(path, fault) }
            return
        }
        let temporary = path + ".\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, errno) }
        var fault = fill(descriptor, with: bytes, keeps: true)
        if fault == nil, rename(temporary, path) != 0 { fault = errno }
        if let fault {
            unlink(temporary)
            throw failure(path, fault)
        }
    }

    /// Writes bytes and closes the descriptor. Returns the number of the error; nil for none.
    ///
    /// - Parameter keeps: Whether the bytes are on the disk afterwards, which pipes and devices do not have.
    private static func fill(_ descriptor: Int32, with bytes: [UInt8], keeps: Bool) -> Int32? {
        var fault: Int32?
        var rest = bytes[...]
        while fault == nil, !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { fault = errno }
        }
        if fault == nil, keeps, fsync(descriptor) != 0 { fault = errno }
        if close(descriptor) != 0, fault == nil { fault = errno }
        return fault
    }

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
        CommandFailure(.data, "\(path) cannot be written: \(String(cString: strerror(number))).")
    }
}

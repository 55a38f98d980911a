import Foundation
import Networking

/// The lines of a part of a condensed recording in a temporary file, for a union that needs too much memory.
///
/// The file has no name, and the system removes it when the process ends.
final class SpilledLines: CondensedLineSource {
    let name: String
    private let directory: String
    private let descriptor: Int32
    private let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    private var lines = LineQueue()
    private var isAtEnd = false

    /// The number of bytes from which the buffer is written to the file.
    private static let bufferSize = 1 << 20

    /// Writes lines to a new file until the closure returns nil. Throws an error if the file cannot be written.
    ///
    /// - Parameters:
    ///   - directory: The directory of the file.
    ///   - next: Returns the next line.
    init(
        in directory: String = FileManager.default.temporaryDirectory.path, _ next: () throws -> [UInt8]?
    ) throws {
        self.directory = directory
        name = "a temporary file in \(directory)"
        var path = Array("\(directory)/atsproxy-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw failure(.last("create")) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var buffer: [UInt8] = []
        while let line = try next() {
            buffer += line
            buffer.append(UInt8(ascii: "\n"))
            if buffer.count > Self.bufferSize { try write(&buffer) }
        }
        try write(&buffer)
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(.last("seek")) }
    }

    deinit {
        piece.deallocate()
        if descriptor >= 0 { close(descriptor) }
    }

    func next() throws -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            guard !isAtEnd else { return nil }
            try readOn()
        }
    }

    /// Reads the next piece of the file.
    private func readOn() throws(RecordingFileError) {
        let count = read(descriptor, piece.baseAddress, piece.count)
        if count < 0, errno == EINTR { return }
        guard count >= 0 else {
            let reason = SystemError.last("read").text
            throw RecordingFileError(name: name, reason: reason)
        }
        isAtEnd = count == 0
        try lines.append(UnsafeBufferPointer(rebasing: piece[..<count]), of: name)
    }

    /// Writes the buffer, and empties it.
    private func write(_ buffer: inout [UInt8]) throws(TemporaryFileError) {
        var start = 0
        while start < buffer.count {
            let count = buffer[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(.last("write")) }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// The failure to write the file.
    private func failure(_ error: SystemError) -> TemporaryFileError {
        TemporaryFileError(directory: directory, error)
    }
}

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

import Audit
import Foundation
import Networking

/// Lines in a temporary file that has no name, so that nothing is left of it after the process.
final class SpilledLines: CondensedLineSource {
    let name = "a temporary file"
    private let descriptor: Int32
    private let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    private var lines = WaitingLines()
    private var isAtEnd = false

    /// Writes lines, until there is no next one. Throws an error if there is no room for them.
    init(_ next: () throws -> [UInt8]?) throws {
        var path = Array(
            (FileManager.default.temporaryDirectory.path + "/atsproxy-XXXXXX").utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Self.failure() }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var buffer: [UInt8] = []
        while let line = try next() {
            buffer += line
            buffer.append(UInt8(ascii: "\n"))
            if buffer.count > 1 << 20 { try write(&buffer) }
        }
        try write(&buffer)
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure() }
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

    private func readOn() throws(RecordingFileError) {
        let count = read(descriptor, piece.baseAddress, piece.count)
        if count < 0, errno == EINTR { return }
        guard count >= 0 else { throw Self.failure() }
        isAtEnd = count == 0
        try lines.append(UnsafeBufferPointer(rebasing: piece[..<count]), of: name)
    }

    private func write(_ buffer: inout [UInt8]) throws(RecordingFileError) {
        var start = 0
        while start < buffer.count {
            let count = buffer[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func failure() -> RecordingFileError {
        RecordingFileError(
            name: "a temporary file in \(FileManager.default.temporaryDirectory.path)",
            reason: "\(SystemError.last("write").text); TMPDIR names another directory")
    }
}

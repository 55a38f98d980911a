#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The beginning of a file to which a log is about to append. Events are not appended to a file that is not a
/// recording.
package struct ExistingFile {
    /// The first bytes of the file, at most 4,096.
    package let beginning: [UInt8]

    /// Reads the beginning of the file at the path; nil if there is no regular file with content, or if it cannot be
    /// read.
    package init?(at path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        beginning = Array(unsafeUninitializedCapacity: 4096) { bytes, count in
            count = max(0, pread(descriptor, bytes.baseAddress, bytes.count, 0))
        }
        guard !beginning.isEmpty else { return nil }
    }

    /// Whether the file is a recording: its first line is a JSON object with the member `event`. A single line that
    /// begins with the member `time` suffices, because a power failure may have cut off the line before `event`.
    package var isRecording: Bool {
        let line = String(decoding: beginning.prefix { $0 != 0x0A }, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
        guard line.first == "{" else { return false }
        return line.contains("\"event\"") || line.hasPrefix("{\"time\"") && !beginning.contains(0x0A)
    }
}

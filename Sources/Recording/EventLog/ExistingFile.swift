#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The beginning of a file that a log would append to.
package struct ExistingFile {
    /// At most 4,096 bytes.
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

    /// Whether the file is a recording: its first line is an object with the member `event`. An only line may be cut
    /// before that member, as by a power failure; its first member is then the time.
    package var isRecording: Bool {
        let line = String(decoding: beginning.prefix { $0 != 0x0A }, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
        guard line.first == "{" else { return false }
        return line.contains("\"event\"") || line.hasPrefix("{\"time\"") && !beginning.contains(0x0A)
    }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file of the system's configuration.
enum SmallFile {
    /// The largest number of bytes that are read.
    private static let limit = 1 << 16

    /// The beginning of the file as text; nil if it cannot be read.
    static func text(at path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes.prefix(limit), as: UTF8.self)
    }
}

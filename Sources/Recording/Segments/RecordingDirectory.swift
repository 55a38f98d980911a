import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A directory of recordings, such as the segments of `serve --events DIRECTORY/`. Each file whose name ends in
/// `.jsonl` or `.jsonl.gz` is a recording; directories below are not read.
///
/// A proxy may compress its segments meanwhile. A segment always has at least one of its two names.
public struct RecordingDirectory: Hashable, Sendable {
    /// The path of the directory.
    public let path: String

    /// The end of the names of recordings.
    public static let suffix = ".jsonl"
    /// The end of the names of compressed recordings.
    public static let compressedSuffix = ".jsonl.gz"

    /// Creates the directory at a path; nil if there is no directory at that path.
    public init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        self.path = path
    }

    /// The paths of the recordings, sorted by name. A recording that is being compressed may be listed under both
    /// names; readers recognize it by its content. Throws an error if the directory cannot be read.
    public func recordings() throws(SystemError) -> [String] {
        // A system may leave out a file that is renamed while it lists the directory. A segment is compressed once, and
        // is therefore in one of two lists.
        let names = try names().union(try names())
        let recordings = names.filter { name in
            let hasSuffix = name.hasSuffix(Self.suffix) || name.hasSuffix(Self.compressedSuffix)
            return hasSuffix && mayBeRecording(name)
        }
        let directory = path.hasSuffix("/") ? path : "\(path)/"
        return recordings.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { directory + $0 }
    }

    /// Opens a recording for reading. A recording that was compressed since it was listed is opened under its new name.
    ///
    /// - Returns: The descriptor, which the caller closes, and the path that was opened.
    public static func open(_ recording: String) throws(SystemError) -> (descriptor: Int32, path: String) {
        do throws(SystemError) {
            return (try openForReading(recording), recording)
        } catch {
            guard error.number == ENOENT, recording.hasSuffix(suffix) else { throw error }
            let compressed = recording + ".gz"
            guard let descriptor = try? openForReading(compressed) else { throw error }
            return (descriptor, compressed)
        }
    }

    private static func openForReading(_ path: String) throws(SystemError) -> Int32 {
        while true {
            let descriptor = Self.systemOpen(path)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw SystemError.last("open") }
        }
    }

    /// `open(2)` under another name, since this type has a method `open`.
    private static func systemOpen(_ path: String) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, O_RDONLY | O_CLOEXEC)
        #else
        Darwin.open(path, O_RDONLY | O_CLOEXEC)
        #endif
    }

    /// The names of all entries.
    func names() throws(SystemError) -> Set<String> {
        guard let stream = opendir(path) else { throw SystemError.last("opendir") }
        defer { closedir(stream) }
        var names: Set<String> = []
        while true {
            // readdir returns nil for both the end and an error; only errno tells them apart.
            errno = 0
            guard let entry = readdir(stream) else { break }
            names.insert(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        guard errno == 0 else { throw SystemError.last("readdir") }
        return names
    }

    /// Whether the entry may be a recording. An entry whose status cannot be read counts as one: it may have been
    /// renamed after its compression, or reading it fails with the reason.
    private func mayBeRecording(_ name: String) -> Bool {
        var status = stat()
        guard stat("\(path)/\(name)", &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        // An empty file beside a compressed segment of the same name was created by a proxy that is about to notice
        // that the name is taken, and to remove the file.
        let isEmptySegment = status.st_size == 0 && name.hasSuffix(Self.suffix)
        return !(isEmptySegment && stat("\(path)/\(name).gz", &status) == 0)
    }
}

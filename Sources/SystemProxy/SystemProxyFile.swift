import Foundation
import Networking

/// The file with the earlier proxy settings of the system, which exists as long as this program has changed them.
///
/// The file is in `$XDG_STATE_HOME/atsproxy` or `~/.local/state/atsproxy`. The program that has changed the settings
/// holds a lock on a file beside it, which the system releases when the program ends.
final class SystemProxyFile {
    private let path: String
    /// The locked file, which is closed when this object is released.
    private let lock: FileHandle

    /// The settings before they were changed, and the address that they were changed to.
    struct Note: Codable {
        /// The version of the file's format.
        var version = 1
        /// The settings before they were changed.
        var settings: SystemSettings
        /// The proxy that the settings were changed to; nil after a restore that failed in part. All of `settings` has
        /// to be restored then.
        var proxy: SystemProxyAddress?
    }

    /// The reason why the file cannot be used.
    enum Obstacle: Error {
        /// Another program has changed the system's proxy, still runs, and holds the lock on this path.
        case inUse(lock: String)
        /// The file or its lock cannot be created or opened.
        case failure(SystemProxyFailure)
    }

    /// Takes the lock, and holds it until this object is released.
    init() throws(Obstacle) {
        guard let folder = Self.folder else {
            throw .failure(
                SystemProxyFailure(
                    .unavailable, "there is no place to note the system's proxy; set HOME or XDG_STATE_HOME."))
        }
        do throws(SystemError) {
            try Self.create(folder: folder)
        } catch {
            throw .failure(SystemProxyFailure(.file, "\(folder) cannot be made: \(error.text)."))
        }
        path = folder + "/system-proxy.json"
        let lockPath = folder + "/system-proxy.lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .failure(
                SystemProxyFailure(.file, "\(lockPath) cannot be opened: \(String(cString: strerror(errno))).")
            )
        }
        lock = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            if number == EWOULDBLOCK { throw .inUse(lock: lockPath) }
            throw .failure(
                SystemProxyFailure(.file, "\(lockPath) cannot be locked: \(String(cString: strerror(number))).")
            )
        }
    }

    /// Whether there is a note, of a program that runs or has crashed.
    static var exists: Bool {
        folder.map { FileManager.default.fileExists(atPath: $0 + "/system-proxy.json") } ?? false
    }

    /// The note of a program that has crashed; nil if there is no file.
    func leftNote() throws(SystemProxyFailure) -> Note? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw fault("cannot be read (\(String(cString: strerror(errno))))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw fault("is not a regular file")
        }
        guard status.st_uid == geteuid() else { throw fault("belongs to another user") }
        guard status.st_mode & 0o022 == 0 else { throw fault("can be written by other users") }
        let note: Note
        do {
            let data = try file.read(upToCount: Self.sizeLimit + 1) ?? Data()
            guard data.count <= Self.sizeLimit else { throw fault("is larger than 1 MiB") }
            note = try JSONDecoder().decode(Note.self, from: data)
        } catch let failure as SystemProxyFailure {
            throw failure
        } catch {
            throw fault("is damaged")
        }
        guard note.version == 1 else { throw fault("is of another version of this program") }
        return note
    }

    /// Writes a note.
    func write(_ note: Note) throws(SystemProxyFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do {
            data = try encoder.encode(note)
        } catch {
            throw SystemProxyFailure(
                .value,
                "the settings of the system cannot be noted, because JSON cannot hold one of their values.")
        }
        do throws(OutputFileError) {
            var file = try OutputFile(path: path)
            try file.write(Array(data))
            try file.finish()
        } catch {
            throw SystemProxyFailure(.output, error.description)
        }
    }

    /// Removes the file, after the settings are restored.
    func remove() {
        unlink(path)
    }

    /// The folder of the file; nil if the environment names none.
    private static var folder: String? {
        let environment = ProcessInfo.processInfo.environment
        // A relative path is to be ignored (XDG Base Directory Specification).
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/atsproxy" }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state/atsproxy" : nil }
    }

    /// Creates a folder that only its owner may use, and missing folders above it.
    private static func create(folder path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return }
        let error = SystemError.last("mkdir")
        switch error.number {
        case ENOENT:
            guard let end = path.lastIndex(of: "/"), end > path.startIndex else { throw error }
            try create(folder: String(path[..<end]))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError.last("mkdir") }
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw error }
        case _: throw error
        }
    }

    /// The failure of a file that is not a readable note.
    ///
    /// - Parameter predicate: The reason as a predicate for the subject "the file".
    private func fault(_ predicate: String) -> SystemProxyFailure {
        SystemProxyFailure(
            .file,
            """
            \(path), which says what the system's proxy was before a crash, \(predicate); look at the system's proxy \
            yourself, then remove that file.
            """)
    }

    /// The largest file in bytes.
    private static let sizeLimit = 1 << 20
}

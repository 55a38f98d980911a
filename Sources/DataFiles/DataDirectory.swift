import Foundation
import TransportSecurity

/// The directory of updated files. Shipped files are a part of the program and are never written to.
///
/// A new file is written under a temporary name, flushed to the disk and then renamed. Readers therefore find either
/// the complete old file or the complete new one, also after a crash.
public struct DataDirectory: Hashable, Sendable {
    /// The path of the directory, which need not exist yet.
    public let path: String

    /// The directory at a path.
    init(_ path: String) {
        self.path = path
    }

    /// The directory that the environment names; nil if it names none.
    ///
    /// A service has `STATE_DIRECTORY` (systemd.exec(5)); a user has `XDG_DATA_HOME`, else `~/.local/share` (XDG Base
    /// Directory Specification, by which relative paths are to be ignored).
    public init?(environment: [String: String]) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        // A unit may have several directories, separated by colons.
        if let state = absolute("STATE_DIRECTORY")?.split(separator: ":").first {
            path = String(state)
        } else if let data = absolute("XDG_DATA_HOME") {
            path = data + "/atsproxy"
        } else if let home = absolute("HOME") {
            path = home + "/.local/share/atsproxy"
        } else {
            return nil
        }
    }

    /// The path of a file.
    public func path(of kind: DataFileKind) -> String {
        "\(path)/\(kind.fileName)"
    }

    /// The content of a file; nil if there is none.
    public func read(_ kind: DataFileKind) throws(DataFileFault) -> [UInt8]? {
        let path = path(of: kind)
        // Non-blocking: a pipe in place of the file must not wait for its writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw DataFileFault("\(path) cannot be read: \(Self.text(errno)).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DataFileFault("\(path) is not a regular file.")
        }
        let data: Data
        do {
            data = try handle.read(upToCount: DataFileKind.sizeLimit + 1) ?? Data()
        } catch {
            throw DataFileFault("\(path) cannot be read: \(Self.text(Self.number(of: error))).")
        }
        guard data.count <= DataFileKind.sizeLimit else {
            throw DataFileFault("\(path) is larger than \(DataFileKind.sizeLimit >> 20) MiB.")
        }
        return Array(data)
    }

    /// Writes a file in place of the present one, and creates the directory if there is none.
    func replace(_ kind: DataFileKind, with bytes: [UInt8]) throws(DataFileFault) {
        try create()
        removeLeftovers()
        // Several processes may share the directory, and in containers each may have the same identifier.
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let temporary = "\(path)/.\(kind.fileName).\(number)\(Self.temporarySuffix)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw failure(writing: kind, errno) }
        // The error number of the first step that failed.
        var fault: Int32?
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            fault = Self.number(of: error)
        }
        // A service must be able to read the file, also if the umask of the person who updates it forbids that.
        if fault == nil, fchmod(descriptor, 0o644) != 0 { fault = errno }
        if fault == nil, fsync(descriptor) != 0 { fault = errno }
        if close(descriptor) != 0, fault == nil { fault = errno }
        if fault == nil, rename(temporary, path(of: kind)) != 0 { fault = errno }
        if let fault {
            unlink(temporary)
            throw failure(writing: kind, fault)
        }
        // The new name is on the disk once its directory is flushed. If the flush fails, a crash may bring back the old
        // file, which is complete.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Removes a file, and returns whether there was one.
    @discardableResult
    public func remove(_ kind: DataFileKind) throws(DataFileFault) -> Bool {
        guard unlink(path(of: kind)) != 0 else { return true }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw DataFileFault("\(path(of: kind)) cannot be removed: \(Self.text(errno)).")
        }
        return false
    }
}

// MARK: - Checks

extension DataDirectory {
    /// The time of the last check of all sources that succeeded; nil if there was none. With this time, a proxy that is
    /// restarted often still asks its sources only once a day.
    public var lastCheck: Instant? {
        var status = stat()
        guard stat(lastCheckPath, &status) == 0 else { return nil }
        #if canImport(Darwin)
        return Instant(seconds: Int64(status.st_mtimespec.tv_sec))
        #else
        return Instant(seconds: Int64(status.st_mtim.tv_sec))
        #endif
    }

    /// Records that all sources have just been checked. If that fails, the next check is only made earlier.
    public func noteCheck() {
        guard (try? create()) != nil else { return }
        let descriptor = open(lastCheckPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }

    /// The path of an empty file whose modification time is that of the last check.
    private var lastCheckPath: String { path + "/checked" }
}

extension DataDirectory {
    /// Whether files can be written to the directory, or the directory can be created. Nothing is changed.
    public var isWritable: Bool {
        var existing = path
        while access(existing, F_OK) != 0, errno == ENOENT, let end = existing.lastIndex(of: "/") {
            existing = end == existing.startIndex ? "/" : String(existing[..<end])
        }
        var status = stat()
        return stat(existing, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && access(existing, W_OK | X_OK) == 0
    }

    /// Creates the directory, with all missing folders above it, if there is none.
    func create() throws(DataFileFault) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += component + "/"
            guard mkdir(partial, 0o755) != 0 else { continue }
            let number = errno
            var status = stat()
            let isDirectory = stat(partial, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            guard !isDirectory else { continue }
            let reason = Self.text(number == EEXIST ? ENOTDIR : number)
            throw DataFileFault("\(path), the directory of updated data, cannot be made: \(reason).")
        }
    }

    /// Removes temporary files that are older than an hour. Their writers were killed before the renaming.
    private func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let prefixes = DataFileKind.allCases.map { ".\($0.fileName)." }
        for name in names where name.hasSuffix(Self.temporarySuffix) && prefixes.contains(where: name.hasPrefix) {
            var status = stat()
            let file = "\(path)/\(name)"
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            #if canImport(Darwin)
            let changed = Int(status.st_mtimespec.tv_sec)
            #else
            let changed = Int(status.st_mtim.tv_sec)
            #endif
            if Int(time(nil)) - changed > 3600 { unlink(file) }
        }
    }

    /// The fault of a file that cannot be written.
    ///
    /// - Parameter number: The system's error number (`errno`).
    private func failure(writing kind: DataFileKind, _ number: Int32) -> DataFileFault {
        DataFileFault("\(path(of: kind)) cannot be written: \(Self.text(number)).")
    }

    /// The end of the names of files that are being written.
    private static let temporarySuffix = ".new"

    /// The number of the system error (`errno`) behind an error of Foundation.
    private static func number(of error: any Error) -> Int32 {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        return underlying.domain == NSPOSIXErrorDomain ? Int32(truncatingIfNeeded: underlying.code) : EIO
    }

    /// The system's text for an error number (`errno`).
    static func text(_ number: Int32) -> String {
        String(cString: strerror(number))
    }
}

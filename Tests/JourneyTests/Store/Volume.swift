import Foundation

/// A small file system in memory, which is to a server what a full disk is.
final class Volume {
    /// The folder where it is mounted.
    let folder: URL

    /// Mounts it. Throws an error if this system allows no mount.
    init(at folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PostgreSQLServer.run("/bin/mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", folder.path])
    }

    deinit {
        _ = try? PostgreSQLServer.run("/bin/umount", ["-l", folder.path])
    }

    /// Whether this system allows a mount.
    static let isPossible: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "volume-\(UUID().uuidString)")
        defer { _ = rmdir(folder.path) }
        return (try? Volume(at: folder)) != nil
    }()
}

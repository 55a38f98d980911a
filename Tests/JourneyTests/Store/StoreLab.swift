import Foundation

/// The recordings of a simulated lab as segments in directories, one for each proxy.
final class StoreLab: Sendable {
    /// The folder with the directories.
    let folder: URL
    /// The directories of segments.
    let directories: [String]

    /// Makes the recordings.
    ///
    /// - Parameter options: The options of `Benchmarks/lab-recordings` for the size of the lab.
    init(_ options: String...) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        let script = Repository.root.appending(path: "Tests/Scripts/lab-segments").path
        try PostgreSQLServer.run("/usr/bin/python3", [script, folder.path] + options)
        directories = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { [folder] in
            folder.appending(path: $0).path
        }
    }

    deinit {
        _ = try? PostgreSQLServer.run("/bin/rm", ["-rf", folder.path])
    }
}

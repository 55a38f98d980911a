import Evidence
import Foundation
import Networking
import Settings

/// The directory that `--evidence` names. The directory must be new or empty, because evidence must not be mixed with
/// earlier evidence or overwrite it.
struct EvidenceDirectory {
    private let path: String

    /// Checks the directory, and creates it if it does not exist.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        let files = FileManager.default
        var isDirectory: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isDirectory) {
            guard isDirectory.boolValue else {
                throw CommandFailure(.data, "\(path) is a file; --evidence needs a directory that is new or empty.")
            }
            let content: [String]
            do {
                content = try files.contentsOfDirectory(atPath: path)
            } catch {
                throw CommandFailure(.data, "\(path) cannot be read: \(SystemError(behind: error, in: "write").text).")
            }
            guard content.isEmpty else {
                throw CommandFailure(
                    .data,
                    "\(path) is not empty; --evidence overwrites nothing and needs a directory that is new or empty."
                )
            }
            return
        }
        // Foundation does not say why it cannot create a directory.
        if let error = Self.create(path) {
            throw CommandFailure(.data, "\(path) cannot be created: \(error.text).")
        }
    }

    /// Creates a directory and those above it. Returns the first error; nil if there is none.
    private static func create(_ path: String) -> SystemError? {
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return nil }
        let error = SystemError.last("mkdir")
        let parent = URL(filePath: path).deletingLastPathComponent().path
        guard error.number == ENOENT, parent != path else { return error }
        return create(parent) ?? (mkdir(path, 0o777) == 0 ? nil : SystemError.last("mkdir"))
    }

    /// Writes all files. If a file cannot be written, the error names it and the number of missing files.
    func write(_ files: [EvidenceFile]) throws(CommandFailure) {
        for (index, file) in files.enumerated() {
            let url = URL(filePath: path).appending(path: file.path)
            do {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: url, options: .withoutOverwriting)
            } catch {
                throw CommandFailure(
                    .output,
                    """
                    the evidence in \(path) is not complete: \(file.path) cannot be written \
                    (\(SystemError(behind: error, in: "write").text)); \(files.count - index) of \(files.count) files \
                    are missing, beginning with this one.
                    """)
            }
        }
    }
}

import Audit
import Foundation

/// The directory that `--evidence` names. It must be new or empty, so that no earlier evidence is mixed or overwritten.
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
                throw CommandFailure(.data, "\(path) cannot be read: \(error.localizedDescription)")
            }
            guard content.isEmpty else {
                throw CommandFailure(
                    .data,
                    "\(path) is not empty; --evidence overwrites nothing and needs a directory that is new or empty."
                )
            }
            return
        }
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(.data, "\(path) cannot be created: \(error.localizedDescription)")
        }
    }

    /// Writes all files. If one cannot be written, the error says which, and how many are missing.
    func write(_ files: [EvidenceFile]) throws(CommandFailure) {
        for (index, file) in files.enumerated() {
            let place = URL(filePath: path).appending(path: file.path)
            do {
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: place, options: .withoutOverwriting)
            } catch {
                throw CommandFailure(
                    .output,
                    "the evidence in \(path) is not complete: \(file.path) cannot be written (\(error.localizedDescription)); \(files.count - index) of \(files.count) files are missing, beginning with this one."
                )
            }
        }
    }
}

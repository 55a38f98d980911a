import DataFiles
import Foundation
import Settings

/// The check that events are appended to a recording only, and not to a file of another kind.
enum ExistingRecording {
    /// Throws an error if the file at the path does not begin with an event. An empty file, or none, is fine.
    static func check(at path: String) throws(CommandFailure) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 4096)
        else { return }
        let bytes = Array(data)
        let line = bytes.prefix { $0 != 0x0A }
        let kind = FileKind(bytes)
        if kind == .json, String(decoding: line, as: UTF8.self).contains("\"event\"") { return }
        let found = kind.map { "\($0.rawValue), and not" } ?? "is not"
        throw CommandFailure(.data, "\(path) \(found) a recording; name another file for the events.")
    }
}

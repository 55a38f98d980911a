import DataFiles
import Foundation
import Settings

/// The check that events are appended to a recording only, and not to a file of another kind.
enum ExistingRecording {
    /// Throws an error if the file at the path does not begin with an event. An empty file, or none, is fine; one that
    /// cannot be read is appended to.
    static func check(at path: String) throws(CommandFailure) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 4096)
        else { return }
        let bytes = Array(data)
        guard !isRecording(bytes) else { return }
        let found = FileKind(bytes).map { "\($0.rawValue), and not" } ?? "is not"
        throw CommandFailure(.data, "\(path) \(found) a recording; name another file for the events.")
    }

    /// Whether these bytes are the beginning of a recording: an object with the member `event` in the first line. An
    /// only line may be cut before that member, as by a power failure; its first member is then the time.
    static func isRecording(_ beginning: [UInt8]) -> Bool {
        let line = String(decoding: beginning.prefix { $0 != 0x0A }, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
        guard line.first == "{" else { return false }
        return line.contains("\"event\"") || line.hasPrefix("{\"time\"") && !beginning.contains(0x0A)
    }
}

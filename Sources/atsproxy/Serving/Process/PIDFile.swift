import Foundation
import Networking
import Settings

/// The file with the process identifier, for scripts that send signals to this process.
struct PIDFile {
    private let path: String

    /// Writes the file. An existing file of an earlier process is overwritten.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do {
            try Data("\(getpid())\n".utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure(
                .data, "\(path), the pid-file, cannot be written: \(SystemError(behind: error, in: "write").text).")
        }
    }

    /// Removes the file, unless another process has overwritten it.
    func remove() {
        guard let content = FileManager.default.contents(atPath: path),
            String(decoding: content, as: UTF8.self) == "\(getpid())\n"
        else { return }
        unlink(path)
    }
}

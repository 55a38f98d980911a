import Foundation

/// The file that holds the number of this process, for those who want to send it a signal.
struct PIDFile {
    private let path: String

    /// Writes the file; what was there before, of a process that is gone, is overwritten.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do {
            try Data("\(getpid())\n".utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure(.data, "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Takes the file away, unless it is another process's by now.
    func remove() {
        guard let content = FileManager.default.contents(atPath: path),
            String(decoding: content, as: UTF8.self) == "\(getpid())\n"
        else { return }
        unlink(path)
    }
}

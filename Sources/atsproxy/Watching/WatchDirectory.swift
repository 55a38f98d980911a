import AppBundle
import Foundation
import Networking
import Settings
import Watching

/// The directory of `--state`, held by this process only.
///
/// The lock is on a file in the directory (flock(2)) and ends with the process. The file also shows whether files can
/// be made.
struct WatchDirectory: ~Copyable {
    /// The path of the directory.
    let path: String
    private let descriptor: Int32

    /// The path of the file with the states.
    private var file: String { "\(path)/servers.json" }
    /// The path of the changes that a command reads.
    var changes: String { "\(path)/changes" }

    /// Locks a directory, and creates it if there is none.
    init(_ path: String) throws(CommandFailure) {
        descriptor = try Self.lock(path)
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Reads the states; those of a watch that has not begun if there is no file. A file that cannot be read stays.
    func read() throws(CommandFailure) -> WatchState {
        guard FileManager.default.fileExists(atPath: file) else { return WatchState() }
        let bytes: Data
        do {
            // A pipe would be waited for without an end.
            let handle = try FileOpening.handle(at: file, pipes: .refused)
            defer { handle.closeFile() }
            bytes = try handle.read(upToCount: WatchLimits.bytes + 1) ?? Data()
        } catch is FileOpening.NotRegular {
            throw CommandFailure(.data, "\(file) is a pipe or a socket; move it away to begin anew.")
        } catch {
            throw CommandFailure(.data, "\(file) cannot be read: \(SystemError(behind: error, in: "read").text).")
        }
        do throws(WatchStateFault) {
            return try WatchState(json: Array(bytes))
        } catch {
            throw CommandFailure(
                .data,
                "\(file) \(error.prose); it was left as it is: move it away to begin anew, or name another directory."
            )
        }
    }

    /// Puts the states in the place of the former ones, on the disk as a whole.
    func write(_ state: WatchState) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(WatchStateFault) {
            bytes = try state.json()
        } catch {
            throw CommandFailure(.output, "the state cannot be kept: it \(error.prose).")
        }
        do throws(CommandFailure) {
            try PrivateFile.write(bytes, to: file)
        } catch {
            throw CommandFailure(.output, "the state cannot be kept: \(error.sentence)")
        }
    }

    private static func lock(_ path: String) throws(CommandFailure) -> Int32 {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                .data, "the state directory \(path) cannot be created: \(SystemError(behind: error, in: "mkdir").text)."
            )
        }
        let descriptor = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .data,
                "the state directory \(path) cannot be written to: \(SystemError.last("open").text); name another one "
                    + "with --state.")
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = SystemError.last("flock")
            if error.number == EINTR { continue }
            close(descriptor)
            throw CommandFailure(
                .unavailable,
                error.number == EWOULDBLOCK
                    ? "the state directory \(path) is in use by another atsproxy watch; wait for its end."
                    : "the state directory \(path) cannot be locked: \(error.text).")
        }
        return descriptor
    }
}

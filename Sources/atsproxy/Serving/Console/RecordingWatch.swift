import Recording
import Console
import StandardStreams

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Watches the file of a recording, or the directory of its segments, for problems: lost events, a full disk, or a file
/// that was moved away.
struct RecordingWatch {
    /// The path of the recording; that of a directory ends with a slash.
    let path: String
    /// The file that events are written to.
    private var current: FileState
    private let readState: (String) -> FileState

    /// The state of a path in the file system.
    struct FileState: Hashable {
        /// The identity of the regular file; nil if there is none, and for a directory.
        var identity: FileIdentity?
        /// The number of free bytes in the file system; nil if it is not known, and for a pipe.
        var free: UInt64?
    }

    /// Creates a watch of the recording at a path, which is open.
    ///
    /// - Parameter readState: Reads the state of a path.
    init(path: String, readingState readState: @escaping (String) -> FileState = FileState.init(at:)) {
        self.path = path
        self.readState = readState
        current = readState(path)
    }

    /// The identity of the file that events are written to; nil if it is not known.
    var identity: FileIdentity? { current.identity }

    /// Expects another file at the path, because the recording is being reopened. The next check finds that file.
    mutating func expectAnotherFile() {
        current.identity = nil
    }

    /// Looks at the file, and returns the present notices, the worst first.
    ///
    /// - Parameters:
    ///   - lost: The number of events that could not be written.
    ///   - reason: The reason why the last write failed; nil if it did not.
    mutating func check(lost: Int64, reason: String?) -> [ProxyState.Notice] {
        let now = readState(path)
        current.identity = current.identity ?? now.identity
        var notices: [ProxyState.Notice] = []
        if let reason {
            notices.append(
                .init(
                    .disk, .error, "Events cannot be written to \(path): \(reason).",
                    fix: "Make room or correct what is wrong there; atsproxy tries again by itself."))
        }
        if lost > 0 {
            let events = lost == 1 ? "1 event is" : "\(lost) events are"
            notices.append(
                .init(
                    .loss, .error, "\(events) missing in \(path).",
                    fix: "A report on this recording says so, too. This page has counted the loads themselves."))
        }
        if now.identity != current.identity {
            let change = now.identity == nil ? "was moved or removed" : "is another file now"
            notices.append(
                .init(
                    .rotated, .warning, "\(path) \(change), and events go on into the old file.",
                    fix: "Send SIGHUP to atsproxy, which then begins a new file under this name."))
        }
        if reason == nil, let free = now.free, free < Self.leastFreeBytes {
            notices.append(
                .init(
                    .disk, .warning, "Less than 64 MiB are free where \(path) is.",
                    fix: "Make room before events are lost."))
        }
        return notices
    }

    /// The number of free bytes below which a notice is given.
    private static let leastFreeBytes: UInt64 = 64 << 20
}

extension RecordingWatch.FileState {
    /// Reads the state of a path from the system.
    init(at path: String) {
        identity = FileIdentity(path: path)
        guard identity != nil || path.hasSuffix("/") else { return }
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return }
        free = UInt64(system.f_bavail) &* UInt64(system.f_frsize)
    }
}

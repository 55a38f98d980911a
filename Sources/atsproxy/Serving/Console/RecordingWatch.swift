import Recording
import Console

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Watches the file of a recording, or the directory of its segments, for problems: lost events, a disk that is full, a
/// file that somebody moved away.
struct RecordingWatch {
    /// The path of the recording; that of a directory ends with a slash.
    let path: String
    /// The file that events go into.
    private var current: FileState
    private let look: (String) -> FileState

    /// The system's state of a path.
    struct FileState: Hashable {
        /// The identity of the file; nil if there is none, as for a directory.
        var identity: FileIdentity?
        /// The bytes that are free where the recording is; nil if that is not known, or for a pipe.
        var free: UInt64?
    }

    /// Watches the recording at a path, which is open.
    init(path: String, looking look: @escaping (String) -> FileState = FileState.init(at:)) {
        self.path = path
        self.look = look
        current = look(path)
    }

    /// The file that events go into; nil if it is not known.
    var identity: FileIdentity? { current.identity }

    /// Notes that the file was opened again under its path. A moment later the writer has done so.
    mutating func reopened() {
        current.identity = nil
    }

    /// The present notices, the worst first.
    ///
    /// - Parameters:
    ///   - lost: The number of events that could not be written.
    ///   - reason: The reason why the last write failed; nil if it did not.
    mutating func notices(lost: Int64, reason: String?) -> [ProxyState.Notice] {
        let now = look(path)
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
            let what = now.identity == nil ? "was moved or removed" : "is another file now"
            notices.append(
                .init(
                    .rotated, .warning, "\(path) \(what), and events go on into the old file.",
                    fix: "Send SIGHUP to atsproxy, which then begins a new file under this name."))
        }
        if reason == nil, let free = now.free, free < Self.littleRoom {
            notices.append(
                .init(
                    .disk, .warning, "Less than 64 MiB are free where \(path) is.",
                    fix: "Make room before events are lost."))
        }
        return notices
    }

    private static let littleRoom: UInt64 = 64 << 20
}

extension RecordingWatch.FileState {
    /// Asks the system about a path.
    init(at path: String) {
        identity = FileIdentity(path: path)
        guard identity != nil || path.hasSuffix("/") else { return }
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return }
        free = UInt64(system.f_bavail) &* UInt64(system.f_frsize)
    }
}

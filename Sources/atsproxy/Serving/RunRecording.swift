import Foundation
import Networking
import ProxyServer
import Recording
import RecordingInputs
import Recordings
import Settings

/// The recording of one `run`: a temporary file without a name, which no other program can change. If the user names a
/// file, the same events are written there as well.
final class RunRecording {
    /// The recorder of events.
    let recorder: EventRecorder
    private let name: String
    /// The temporary file.
    private let descriptor: Int32

    private init(_ recorder: EventRecorder, name: String, descriptor: Int32) {
        self.recorder = recorder
        self.name = name
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Creates a recording that is appended to a file. The earlier content does not belong to this run.
    static func kept(in path: String) throws(CommandFailure) -> RunRecording {
        guard !path.hasSuffix("/"), RecordingDirectory(at: path) == nil else {
            throw CommandFailure(
                .data,
                "\(path) is a directory, and a run is recorded in one file, which its report is made from; name a file."
            )
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw CommandFailure(.data, "\(path) is not a file that can keep a recording; name another one.")
        }
        try ExistingFile.checkRecording(at: path)
        let log = try log(to: .file(path))
        let descriptor = try temporaryFile()
        let copy = try Self.log(to: .descriptor(descriptor, name: temporaryName))
        return RunRecording(EventRecorder(log: log, form: .json, copy: copy), name: path, descriptor: descriptor)
    }

    /// Creates a recording that is deleted after the run.
    static func temporary() throws(CommandFailure) -> RunRecording {
        let descriptor = try temporaryFile()
        let log = try log(to: .descriptor(descriptor, name: temporaryName))
        return RunRecording(EventRecorder(log: log, form: .json), name: temporaryName, descriptor: descriptor)
    }

    private static let temporaryName = "the recording of this run"

    /// Creates a file that is unlinked at once, and therefore never remains after the process.
    private static func temporaryFile() throws(CommandFailure) -> Int32 {
        let folder = FileManager.default.temporaryDirectory.path
        var path = Array("\(folder)/atsproxy-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .output,
                "a temporary file in \(folder) cannot be written: \(SystemError.last("mkstemp").text); set TMPDIR to a "
                    + "directory with room.")
        }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// Reads the events of this run. Events that could not be written count as lost, even if the recording has no
    /// `lost` event.
    func traffic() throws(CommandFailure) -> RecordedTraffic {
        lseek(descriptor, 0, SEEK_SET)
        var traffic = try RecordingInput.traffic(readFrom: descriptor, named: name)
        if let loss = (recorder.copy ?? recorder.log).loss, let last = traffic.sources.indices.last {
            traffic.sources[last].lostEvents = Int64(loss.count)
        }
        return traffic
    }

    private static func log(to destination: EventLog.Destination) throws(CommandFailure) -> EventLog {
        do throws(EventLogError) {
            return try EventLog(destination)
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}

import Audit
import Foundation
import Networking
import ProxyServer
import Recording

/// The recording of one `run`, either in a file that the user names or in a temporary file.
final class RunRecording {
    /// The recorder of events.
    let recorder: EventRecorder
    private let name: String
    private let descriptor: Int32
    /// The offset in the file at which this run begins.
    private let start: off_t

    private init(_ recorder: EventRecorder, _ name: String, _ descriptor: Int32, from start: off_t) {
        self.recorder = recorder
        self.name = name
        self.descriptor = descriptor
        self.start = start
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
        let start = stat(path, &status) == 0 ? status.st_size : 0
        let recorder = try recorder(to: .file(path))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw CommandFailure(.data, "\(path) cannot be read: \(SystemError.last("open").text).")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw CommandFailure(.data, "\(path) is no file that the report could be read back from; name another one.")
        }
        return RunRecording(recorder, path, descriptor, from: start)
    }

    /// Creates a temporary recording. The file is unlinked immediately, so that it never remains after the process.
    static func temporary() throws(CommandFailure) -> RunRecording {
        let folder = FileManager.default.temporaryDirectory.path
        var path = Array("\(folder)/atsproxy-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .software, "no temporary file can be made in \(folder): \(SystemError.last("mkstemp").text).")
        }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let name = "the recording of this run"
        return RunRecording(try recorder(to: .descriptor(descriptor, name: name)), name, descriptor, from: 0)
    }

    /// Reads the events of this run. Events that could not be written count as lost, even if the recording has no
    /// `lost` event.
    func traffic() throws(CommandFailure) -> RecordedTraffic {
        lseek(descriptor, start, SEEK_SET)
        var traffic = try RecordingInput.traffic(readFrom: descriptor, named: name)
        if let loss = recorder.log.loss, let last = traffic.sources.indices.last {
            traffic.sources[last].lostEvents = Int64(loss.count)
        }
        return traffic
    }

    private static func recorder(to destination: EventLog.Destination) throws(CommandFailure) -> EventRecorder {
        do throws(EventLogError) {
            return EventRecorder(log: try EventLog(destination), form: .json)
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}

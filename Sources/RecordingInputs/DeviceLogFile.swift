import AppBundle
import DeviceManagement
import Foundation
import Networking
import Settings

/// Reads the log of a device that `--device-log` names.
package enum DeviceLogFile {
    /// Reads the failures in the log at a path; `-` is standard input.
    package static func log(at path: String) throws(CommandFailure) -> DeviceLog {
        var log = DeviceLog()
        var fault: DeviceLogFault?
        var isFirst = true
        do {
            let handle = try FileOpening.handle(at: path == "-" ? "/dev/stdin" : path, pipes: .read)
            defer { try? handle.close() }
            while fault == nil, let bytes = try handle.read(upToCount: pieceSize), !bytes.isEmpty {
                let bytes = Array(bytes)
                if isFirst { fault = DeviceLogFault(inBeginning: bytes) }
                isFirst = false
                bytes.withUnsafeBufferPointer { log.read($0) }
            }
        } catch {
            let reason = SystemError(behind: error, in: "read").text
            throw CommandFailure(.data, "\(path) cannot be read: \(reason).")
        }
        if let fault { throw CommandFailure(.data, "\(path) \(fault.clause)") }
        log.finish()
        guard log.lines > 0 else {
            throw CommandFailure(
                .data, "\(path) is empty; save the log of a device with log show --style ndjson.")
        }
        return log
    }

    /// The number of bytes that are read at once. A log may be larger than the memory.
    private static let pieceSize = 1 << 20
}

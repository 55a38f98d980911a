import Foundation
import Networking
import Settings

/// A file to which a report is written at the end of a run.
struct ReportFile {
    private let path: String
    private var url: URL { URL(fileURLWithPath: path) }

    /// Checks that the file can be written, before the run. A report of an earlier run is removed from the file: nobody
    /// should take it for that of a run which fails.
    init(at path: String) throws(CommandFailure) {
        self.path = path
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        switch type {
        case .typeRegular, .typeSymbolicLink, .typeDirectory: try write(Data())
        case nil:
            try write(Data())
            do {
                try FileManager.default.removeItem(at: url)
            } catch {
                throw failure(error)
            }
        // Opening and closing a pipe tells its reader that nothing follows.
        case _: break
        }
    }

    /// Writes the report.
    func write(_ data: Data) throws(CommandFailure) {
        do {
            try data.write(to: url)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> CommandFailure {
        CommandFailure(
            .output, "the report cannot be written to \(path): \(SystemError(behind: error, in: "write").text).")
    }
}

import Foundation
import Networking
import Settings

/// The file of `run --report`, to which the report is written at the end.
struct ReportFile {
    private let path: String
    private var url: URL { URL(fileURLWithPath: path) }

    /// Checks before the run that the file can be written. The report of an earlier run is removed from the file. If
    /// the run fails, nobody can mistake it for the report of this run.
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
        // A pipe is not tried, because its reader would take the end of the trial for the end of the report.
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

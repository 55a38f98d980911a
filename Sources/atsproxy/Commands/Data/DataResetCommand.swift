import ArgumentParser
import DataFiles
import DataInUse
import Foundation
import Settings
import StandardStreams

/// `atsproxy data reset`: removes updated data files.
struct DataResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Remove updated data files, so that the shipped ones are in force again.",
        discussion: """
            A serve that runs uses the shipped files after SIGHUP, or by itself within a minute with --update-data \
            daily. With that option, its next update may fetch a file again.

            Exit status: 0 if the shipped files are in force; 74 if a file cannot be removed.
            """)

    @Argument(
        help: ArgumentHelp(
            "The files to remove: ct-log-list, roots, public-suffixes. Default: all.", valueName: "file"))
    var files: [DataFileKind] = []

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in try reset() }
    }

    private func reset() throws(CommandFailure) {
        let chosen = DataFileKind.allCases.filter { files.isEmpty || files.contains($0) }
        let directory = try CurrentData.requiredDirectory()
        // The lock would create a missing directory. Without a directory, there is nothing to remove.
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory), isDirectory.boolValue
        else {
            for kind in chosen { show(kind, isRemoved: false, from: directory) }
            return
        }
        do throws(DataFileFault) {
            let locked = try LockedDataDirectory(directory, waitingMilliseconds: 5000)
            for kind in chosen { show(kind, isRemoved: try locked.remove(kind), from: directory) }
        } catch {
            throw CommandFailure(.output, error.sentence)
        }
    }

    private func show(_ kind: DataFileKind, isRemoved: Bool, from directory: DataDirectory) {
        let date = CurrentData.choice(kind).date?.date ?? "no date"
        let path = directory.path(of: kind).visible(limit: 2000)
        Output.print(
            isRemoved
                ? "\(kind.rawValue): removed \(path); the shipped file of \(date) is in force again"
                : "\(kind.rawValue): nothing to remove; the shipped file of \(date) is in force")
    }
}

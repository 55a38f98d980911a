import ArgumentParser
import DataFiles

/// `atsproxy data reset`: removes updated data files.
struct DataResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Remove updated data files, so that the shipped ones are used again.",
        discussion: """
            A serve that runs takes the shipped files over after SIGHUP. The service has its files in /var/lib/atsproxy, for \
            which STATE_DIRECTORY=/var/lib/atsproxy must be set here. With --update-data daily, the next update fetches the \
            files again.
            """)

    @Argument(
        help: ArgumentHelp(
            "The files to remove: ct-log-list, roots, public-suffixes. Default: all.", valueName: "file"))
    var files: [DataFileKind] = []

    func run() throws {
        try CommandFailure.reported { () throws(CommandFailure) in
            guard let directory = CurrentData.directory else {
                throw CommandFailure(
                    .output,
                    "there is no place for updated files, because neither STATE_DIRECTORY nor XDG_DATA_HOME nor HOME is set."
                )
            }
            do throws(DataFileFault) {
                let locked = try LockedDataDirectory(directory)
                for kind in DataFileKind.allCases where files.isEmpty || files.contains(kind) {
                    let wasThere = try locked.remove(kind)
                    let state = wasThere ? "the updated file was removed" : "there is no updated file"
                    Console.print(
                        "\(kind.rawValue): \(state); the shipped one of \(ShippedFile.date(of: kind)) is in use")
                }
            } catch {
                throw CommandFailure(.output, error.sentence)
            }
        }
    }
}

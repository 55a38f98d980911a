import ArgumentParser
import Audit
import Networking
import RecordingFiles

/// `condense`: turns recordings into the least that the other commands need.
struct CondenseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "condense",
        abstract: "Count equal loads of recordings once, for reports over months.",
        discussion: """
            The condensed recording holds each kind of load once, with the numbers of loads by day, test case, device and
            recording, and the facts about each server once. report, advise, policy diff and view read it like the
            recordings, and say the same, but for what needs single loads: the options --device and --user, and times
            within a day (UTC).

            Recordings may be files, directories, compressed with gzip, and condensed ones. A recording that is given
            twice, or in an older version, counts once, so that condensed recordings may be condensed again, in any order.
            """)

    @Argument(help: "A recording, a directory of recordings, or - for standard input.")
    var recordings: [String]

    @Option(
        help: ArgumentHelp(
            "The file to write, compressed if its name ends in .gz; by default standard output.", valueName: "file"))
    var output: String?

    func run() throws {
        try CommandFailure.reported { () throws(CommandFailure) in
            let files = try RecordingInput.files(of: recordings)
            do {
                try condense(files)
            } catch let error as CommandFailure {
                throw error
            } catch let error as OutputFileError {
                throw CommandFailure(.output, error.description)
            } catch {
                throw CommandFailure(.data, "\(error)")
            }
        }
    }

    private func condense(_ files: [String]) throws {
        var condensation = Condensation()
        try condensation.add(files)
        for recording in condensation.recordings where recording.isUnreadable {
            throw CommandFailure(
                .data, "\(recording.name) is no recording: none of its lines is an event that atsproxy writes.")
        }
        let output = try CondensedOutput(path: self.output)
        try condensation.write { try output.append($0) }
        try output.finish()
    }
}

import ArgumentParser
import Foundation
import Networking
import Recording
import RecordingInputs
import Recordings
import Settings
import StandardStreams

/// `atsproxy condense`: writes a condensed recording, which counts equal loads of recordings once.
struct CondenseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "condense",
        abstract: "Count equal loads of recordings once, for reports over months.",
        discussion: """
            The output holds each kind of load once, with its counts by day, test case, device and recording. Other \
            commands read it like recordings, without --device, --user and times within a day. It can be condensed \
            again; no recording counts twice.

            Exit status: 65 if a recording is unreadable, or none has events; 74 if the output cannot be written.
            """)

    @Argument(help: "A recording, a directory of recordings, or - for standard input.")
    var recordings: [String]

    @Option(
        help: ArgumentHelp(
            "The file to write, compressed if its name ends in .gz; - and the default are standard output.",
            valueName: "file"))
    var output: String?

    /// The file to write; nil is standard output.
    private var outputFile: String? { output == "-" ? nil : output }

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in
            let files = try RecordingInput.files(of: recordings)
            try checkOutputIsNoDirectory()
            try checkOutputIsNoRecording(among: files)
            try checkOutputIsOutsideDirectories()
            do {
                try condense(files)
            } catch {
                throw Self.failure(of: error)
            }
        }
    }

    /// The failure of the command by an error of its input or output.
    private static func failure(of error: any Error) -> CommandFailure {
        if let failure = error as? CommandFailure { return failure }
        let isOfOutput = error is OutputFileError || error is TemporaryFileError
        return CommandFailure(isOfOutput ? .output : .data, "\(error)")
    }

    private func condense(_ files: [String]) throws {
        if let capture = try files.first(where: { try CapturedFile.isCapture($0) }) {
            throw CommandFailure(
                .data, "\(capture) is a capture, which is not condensed; give it to atsproxy report as it is.")
        }
        var union = RecordingUnion()
        try union.add(files)
        if let recording = union.unreadable {
            throw CommandFailure(
                .data, "\(recording.name) is not a recording: none of its lines is an event that atsproxy writes.")
        }
        let overlaps = union.recordings.compactMap(Self.overlap)
        let leftOut = RecordingSelection.sentences(about: union.leftOut)
        for sentence in leftOut + overlaps + union.recordings.flatMap(\.faults) {
            Output.say(sentence.visible(limit: 4000))
        }
        guard !union.isEmpty else {
            throw CommandFailure(.data, "no recording that was named holds an event, so there is nothing to condense.")
        }
        let output = try CondensedOutput(path: outputFile)
        try union.write { try output.append($0) }
        try output.finish()
    }

    /// A warning about a recording that joins several segments; nil for any other. Its loads count twice if the
    /// segments are condensed as well.
    private static func overlap(of recording: RecordingSource) -> String? {
        guard recording.isJoined else { return nil }
        return
            "\(recording.name) joins several segments; "
            + "its loads count twice if the segments are given as well, now or later."
    }

    private func checkOutputIsNoDirectory() throws(CommandFailure) {
        if let output = outputFile, RecordingDirectory(at: output) != nil {
            throw CommandFailure(.usage, "\(output) is a directory; --output needs the name of a file.")
        }
    }

    /// Throws an error if the output would overwrite one of the recordings.
    private func checkOutputIsNoRecording(among files: [String]) throws(CommandFailure) {
        let outputIdentity: FileIdentity? =
            if let outputFile { FileIdentity(path: outputFile) } else { FileIdentity(descriptor: STDOUT_FILENO) }
        guard let outputIdentity, let recording = files.first(where: { Self.identity(of: $0) == outputIdentity })
        else { return }
        let outputName = outputFile ?? "standard output"
        let recordingName = recording == "-" ? "standard input" : recording
        // The two names differ for a link, and for standard input and output.
        let otherName = recordingName == outputName ? "" : ", \(recordingName)"
        throw CommandFailure(
            .usage,
            "\(outputName) is a recording to condense\(otherName), and would be overwritten; write to another file.")
    }

    /// Throws an error if the output would become a recording in one of the directories.
    private func checkOutputIsOutsideDirectories() throws(CommandFailure) {
        let suffixes = [RecordingDirectory.suffix, RecordingDirectory.compressedSuffix]
        guard let output = outputFile, suffixes.contains(where: output.hasSuffix) else { return }
        let folder = URL(fileURLWithPath: output).deletingLastPathComponent().resolvingSymlinksInPath().path
        for recording in recordings where RecordingDirectory(at: recording) != nil {
            guard URL(fileURLWithPath: recording).resolvingSymlinksInPath().path == folder else { continue }
            throw CommandFailure(
                .usage,
                "\(output) would be one of the recordings in \(recording); write to a file in another directory.")
        }
    }

    private static func identity(of file: String) -> FileIdentity? {
        file == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: file)
    }
}

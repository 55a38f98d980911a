import Foundation
import Networking
import Recordings
import Settings
import StandardStreams

/// A question to a store of recordings, which `atsproxy-store export` answers with a condensed recording.
///
/// The store has a program of its own, because a proxy is to work without the library of a database.
package struct StoreQuery: Sendable {
    /// The URL of the store.
    package var url: String
    /// The options that choose loads. The name of each option is followed by its value.
    package var options: [String]

    /// Creates a question.
    package init(url: String, options: [String]) {
        (self.url, self.options) = (url, options)
    }

    /// The name for messages.
    package var name: String { "the store \(url)" }

    /// The options, each with its value, such as `--app Example`.
    package var choices: [String] {
        stride(from: 0, to: options.count, by: 2).map { index in
            let value = options[index + 1]
            return "\(options[index]) \(value.isEmpty ? "\"\"" : value)"
        }
    }

    /// Asks, and hands out the answer while it comes. Throws an error if the program cannot be run, and the program's
    /// message if it fails.
    package func read(_ answer: (RecordingFile) throws(RecordingFileError) -> Void) throws(CommandFailure) {
        // Values that begin with a hyphen must not be taken for options.
        let command = [try Self.program(), "export", "--add-up-days"] + joined(options) + ["--", url]
        let program: PipedProgram
        do throws(SystemError) {
            program = try PipedProgram(command, style: .init(hasOwnGroup: false))
        } catch {
            throw CommandFailure(
                .software, "\(Self.programName) cannot be run: \(error.operation): \(error.text).")
        }
        var fault: RecordingFileError?
        do throws(RecordingFileError) {
            try answer(RecordingFile(program.output, named: name))
        } catch {
            fault = error
            program.send(SIGTERM)
        }
        var messages: [UInt8] = []
        while let errors = program.errors {
            let bytes = DescriptorBytes.next(of: errors)
            guard !bytes.isEmpty else { break }
            messages += bytes
        }
        let ending = program.waitForEnd()
        guard fault == nil, ending == .exited(0) else { throw failure(ending, saying: messages, after: fault) }
        for sentence in sentences(in: messages) { Output.say(sentence) }
    }

    /// The sentences in the program's messages, without its name, with which each begins.
    private func sentences(in messages: [UInt8]) -> [String] {
        String(decoding: messages, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            let prefix = "\(Self.programName): "
            return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
        }
    }

    private static let programName = "atsproxy-store"

    /// The program beside this one, or else in `PATH`.
    private static func program() throws(CommandFailure) -> String {
        let ownDirectory = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let searched = path.split(separator: ":").map { URL(filePath: String($0)) }
        let directories = [ownDirectory].compactMap(\.self) + searched
        for directory in directories {
            let candidate = directory.appending(path: programName)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
        }
        throw CommandFailure(
            .unavailable,
            "--store needs the program \(programName), which is neither beside atsproxy nor in PATH; config/build "
                + "builds both.")
    }

    /// The options as arguments. One argument cannot hold an option and an empty value.
    private func joined(_ options: [String]) -> [String] {
        stride(from: 0, to: options.count, by: 2).flatMap { index in
            let (name, value) = (options[index], options[index + 1])
            return value.isEmpty ? [name, value] : ["\(name)=\(value)"]
        }
    }

    /// The failure of the program, or of reading its answer.
    private func failure(
        _ ending: ChildProcess.Ending, saying messages: [UInt8], after fault: RecordingFileError?
    ) -> CommandFailure {
        if let fault { return CommandFailure(.data, fault.description) }
        let sentence = sentences(in: messages).joined(separator: " ")
        switch ending {
        case .killed(let signal):
            return CommandFailure(
                .software, sentence.isEmpty ? "\(Self.programName) was ended by signal \(signal)." : sentence)
        case .exited(let status):
            return CommandFailure(
                CommandFailure.Status(rawValue: status) ?? .software,
                sentence.isEmpty ? "\(Self.programName) ended with status \(status) and did not say why." : sentence)
        }
    }
}

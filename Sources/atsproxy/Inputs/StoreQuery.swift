import Foundation
import Networking
import Recordings
import Settings

/// A question to a store of recordings, which `atsproxy-store export` answers with a condensed recording.
///
/// The store has a program of its own: a proxy needs no library of a database.
struct StoreQuery: Sendable {
    /// The URL of the store.
    var url: String
    /// The options that choose loads.
    var options: [String]

    /// The name for messages.
    var name: String { "the store \(url)" }

    /// The options, each with its value.
    var choices: [String] {
        stride(from: 0, to: options.count, by: 2).map { place in
            "\(options[place]) \(options[place + 1].isEmpty ? #""""# : options[place + 1])"
        }
    }

    /// Asks, and hands out the answer while it comes. Throws an error if the program cannot be run, and the program's
    /// message if it fails.
    func read(_ answer: (RecordingFile) throws(RecordingFileError) -> Void) throws(CommandFailure) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = try Self.program()
        // Values that begin with a hyphen must not be taken for options.
        process.arguments = ["export", "--add-up-days"] + joined(options) + ["--", url]
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        do {
            try process.run()
        } catch {
            throw CommandFailure(
                .software, "\(Self.programName) cannot be run: \(SystemError(behind: error, in: "posix_spawn").text).")
        }
        var fault: RecordingFileError?
        do throws(RecordingFileError) {
            try answer(RecordingFile(output.fileHandleForReading.fileDescriptor, named: name))
        } catch {
            fault = error
            process.terminate()
        }
        let said = try? errors.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        guard fault == nil, process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw failure(of: process, saying: said ?? Data(), fault)
        }
        for sentence in sentences(in: said ?? Data()) { Console.say(sentence) }
    }

    /// The program's messages, without its name.
    private func sentences(in said: Data) -> [String] {
        String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            let prefix = "\(Self.programName): "
            return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
        }
    }

    private static let programName = "atsproxy-store"

    /// The program beside this one, or else in `PATH`.
    private static func program() throws(CommandFailure) -> URL {
        let own = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories = [own].compactMap(\.self) + path.split(separator: ":").map { URL(filePath: String($0)) }
        for directory in directories {
            let candidate = directory.appending(path: programName)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        }
        throw CommandFailure(
            .unavailable,
            "--store needs the program \(programName), which is neither beside atsproxy nor in PATH; config/build "
                + "builds both.")
    }

    /// The options as arguments. One argument cannot hold an option and an empty value.
    private func joined(_ options: [String]) -> [String] {
        stride(from: 0, to: options.count, by: 2).flatMap { place in
            let (name, value) = (options[place], options[place + 1])
            return value.isEmpty ? [name, value] : ["\(name)=\(value)"]
        }
    }

    private func failure(of process: Process, saying said: Data, _ fault: RecordingFileError?) -> CommandFailure {
        if let fault { return CommandFailure(.data, fault.description) }
        let sentence = sentences(in: said).joined(separator: " ")
        let number = process.terminationStatus
        guard process.terminationReason == .exit else {
            return CommandFailure(
                .software, sentence.isEmpty ? "\(Self.programName) was ended by signal \(number)." : sentence)
        }
        return CommandFailure(
            CommandFailure.Status(rawValue: number) ?? .software,
            sentence.isEmpty ? "\(Self.programName) ended with status \(number) and did not say why." : sentence)
    }
}

import Foundation
import InternetNames
import Networking

/// Runs the programs that read and change the settings of the system, within a time limit for all of them.
struct SystemPrograms {
    /// The time limit of one program in milliseconds.
    private static let timeLimit: Int64 = 10_000

    /// The end of the time for all of them, in milliseconds of the monotonic clock.
    private let deadline: Int64

    /// Creates the run of programs.
    ///
    /// - Parameter milliseconds: The time limit of all programs. Later ones are not run.
    init(within milliseconds: Int64) {
        deadline = WallClock.elapsedMilliseconds + milliseconds
    }

    /// Whether a program is in `PATH`.
    static func has(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin:/usr/sbin:/sbin"
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Carries out a command. The failure of an optional command is ignored.
    func carryOut(_ command: SystemCommand) throws(SystemSettingsFault) {
        do throws(SystemSettingsFault) {
            _ = try answer(command.words)
        } catch {
            if !command.isOptional { throw error }
        }
    }

    /// Runs a program, and returns its output. Throws a fault if the program fails, or takes too long.
    ///
    /// - Parameter words: The program and its arguments.
    func answer(_ words: [String]) throws(SystemSettingsFault) -> String {
        // The beginning of the command suffices for messages.
        let line = words.prefix(3).joined(separator: " ").visible(limit: 200)
        let limit = min(Self.timeLimit, deadline - WallClock.elapsedMilliseconds)
        guard limit > 0 else {
            throw SystemSettingsFault(sentence: "\(line) is not run, since the commands before took too long.")
        }
        let run: ToolRun
        do throws(SystemError) {
            run = try ToolRun(words, within: .init(milliseconds: Int(limit)))
        } catch {
            throw SystemSettingsFault(sentence: "\(words[0]) cannot be run: \(error.text).")
        }
        let output = String(decoding: run.output, as: UTF8.self)
        let first = output.split(whereSeparator: \.isNewline).first.map { String($0).visible(limit: 200) }
        // The first line of the output follows a colon, without its full stop, because the sentence has its own.
        let quotedOutput = first.map { ": " + ($0.hasSuffix(".") ? String($0.dropLast()) : $0) } ?? ""
        switch run.ending {
        case .exited(0):
            // networksetup reports some errors only in words.
            guard words[0] != "networksetup" || !output.hasPrefix("** Error") else {
                throw SystemSettingsFault(sentence: "\(line) fails\(quotedOutput).")
            }
            return output
        case .exited(let status):
            throw SystemSettingsFault(sentence: "\(line) fails with status \(status)\(quotedOutput).")
        case .killed(let signal): throw SystemSettingsFault(sentence: "\(line) was ended by signal \(signal).")
        case .stopped:
            throw SystemSettingsFault(sentence: "\(line) does not end within \((limit + 999) / 1000) seconds.")
        }
    }
}

/// A command that changes a setting of the system.
struct SystemCommand: Hashable {
    /// The program and its arguments.
    let words: [String]
    /// Whether a failure of the command is ignored.
    let isOptional: Bool

    init(_ words: [String], isOptional: Bool = false) {
        self.words = words
        self.isOptional = isOptional
    }
}

/// A function that runs a command which reads settings, and returns its output.
typealias SystemQuery = ([String]) throws(SystemSettingsFault) -> String

/// The reason why settings of the system cannot be read or changed.
struct SystemSettingsFault: Error, Hashable {
    /// One sentence.
    var sentence: String
}

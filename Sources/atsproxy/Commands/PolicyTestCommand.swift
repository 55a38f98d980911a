import AppBundle
import ArgumentParser
import Foundation
import InternetNames
import Networking
import PolicyTesting
import Settings
import TransportSecurity

/// `atsproxy policy test`: the answers of a policy against those that a file expects.
struct PolicyTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Test a policy against a file of expected answers.",
        discussion: """
            A row of the file has url and expect: allowed, blocked, depends, or members of policy explain --format \
            json. It may have os (ios17, ios9...ios16, ios17-, or a list), api, linked-sdk and reason. The file may \
            name a policy relative to itself.

            Exit status 1 if a row fails, 65 if a row cannot be read.
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions

    @Option(
        help: ArgumentHelp(
            "The format: text, json with one object per line for each row, or junit.", valueName: "format"))
    var format = Format.text

    @Flag(help: "Write the file from the answers of today's policy. A file that exists is kept.")
    var write = false

    @Argument(
        help: ArgumentHelp(
            "The file of expectations in YAML; - for standard input or output.", valueName: "expectations"),
        completion: .file())
    var path: String

    /// The output formats of a test.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, junit
    }

    func validate() throws {
        if write && format != .text { throw ValidationError("--write writes YAML; leave --format out.") }
    }

    func run() throws {
        let passes = try CommandFailure.reported { () throws(CommandFailure) in
            if write {
                try writeExpectations()
                return true
            }
            return try test()
        }
        if !passes { throw ExitCode(1) }
    }

    private func test() throws(CommandFailure) -> Bool {
        let options = try settings()
        let content = try (path == "-" ? InputFile.standardInput : InputFile(path)).bytes()
        let file = try expectations(in: content)
        let policy = try appPolicy(namedBy: file)
        var readings = PolicyReadings(of: policy.dictionary, linkedSDK: policy.linkedSDK)
        let defaults = options.completed(by: file.settings)
        let results = file.rows.map { RowResult(of: $0, defaults: defaults, under: &readings) }
        printed(results, source: policy.source)
        return results.allSatisfy(\.passes)
    }

    private func expectations(in content: [UInt8]) throws(CommandFailure) -> ExpectationFile {
        do throws(ExpectationFaults) {
            return try ExpectationFile(content)
        } catch {
            let sentences = error.faults.map { fault in
                fault.line.map { "\(path), line \($0): \(fault.sentence)" } ?? "\(path): \(fault.sentence)"
            }
            for sentence in sentences.prefix(Self.shownFaults).dropLast() {
                Console.say(sentence.visible(limit: 4000))
            }
            guard sentences.count > Self.shownFaults else { throw CommandFailure(.data, sentences.last ?? path) }
            throw CommandFailure(.data, "\(path) has \(sentences.count - Self.shownFaults + 1) more rows with a fault.")
        }
    }

    /// The policy of `--policy`, else that of the file, else the defaults of ATS.
    private func appPolicy(namedBy file: ExpectationFile) throws(CommandFailure) -> AppPolicy {
        var settings = try policy.settings()
        if settings.path == nil, let named = file.policy {
            let isRelative = !named.hasPrefix("/")
            let folder = isRelative ? path.lastIndex(of: "/").map { path[...$0] } ?? "" : ""
            settings.path = folder + named
        }
        return try settings.appPolicy()
    }

    /// The settings that options give to rows without their own.
    private func settings() throws(CommandFailure) -> RowSettings {
        RowSettings(
            systems: policy.os == nil ? nil : [OSSpan(try policy.fixedOS())], apis: policy.api.map { [$0] },
            linkedSDK: try policy.settings().linkedSDK)
    }

    private func printed(_ results: [RowResult], source: String) {
        switch format {
        case .text:
            for result in results where !result.passes { Console.print(result.text(in: path)) }
            Console.print(RowResult.summary(of: results, source: source))
        case .json:
            for result in results { Console.print(String(decoding: result.json(in: path), as: UTF8.self)) }
        case .junit: Console.print(RowResult.junit(of: results, in: path))
        }
    }

    private static let shownFaults = 100
}

// MARK: - Writing

extension PolicyTestCommand {
    private func writeExpectations() throws(CommandFailure) {
        let options = try settings()
        let policy = try policy.appPolicy()
        let readings = PolicyReadings(of: policy.dictionary, linkedSDK: policy.linkedSDK)
        let written = WrittenExpectations(of: readings, settings: options)
        let text = written.text(source: policy.source, policy: self.policy.policy.map(relativeToFile))
        guard text.utf8.count <= ExpectationFile.sizeLimit else {
            throw CommandFailure(.data, "\(policy.source) names too many hosts for one file of expectations.")
        }
        guard path != "-" else {
            Console.print(text)
            return
        }
        try write(text)
        Console.say("\(path) has \(written.count) rows, which the policy passes today.")
    }

    private func write(_ text: String) throws(CommandFailure) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        } catch {
            guard !FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(
                    .usage, "\(path) exists and is kept; name another file, or delete it to accept today's answers.")
            }
            let reason = SystemError(behind: error, in: "write").text
            throw CommandFailure(.output, "the expectations cannot be written to \(path): \(reason).")
        }
    }

    /// The path of a policy relative to the folder of the file.
    private func relativeToFile(_ policy: String) -> String {
        guard path.contains("/"), !policy.hasPrefix("/") else { return policy }
        let (target, folder) = (Self.components(of: policy), Self.components(of: path).dropLast())
        let shared = zip(target, folder).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: folder.count - shared) + target.dropFirst(shared)
        return steps.joined(separator: "/")
    }

    /// The names in the absolute form of a path.
    private static func components(of path: String) -> [String] {
        URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/").map(String.init)
    }
}

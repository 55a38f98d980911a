import AppBundle
import ArgumentParser
import Foundation
import InternetNames
import Networking
import PolicyTesting
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy policy test`: compares the answers of a policy with those that a file expects.
struct PolicyTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Test a policy against a file of expected answers.",
        discussion: """
            A row has url and expect: allowed, blocked, depends, or members of policy explain --format json. It may \
            have os (ios17, ios9...ios16, ios17-, or a list), api, linked-sdk and reason. The file may have policy, \
            and lists of all its domains.

            Exit status 1 if a row or list fails, 65 if one cannot be read.
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
        try CommandFailure.exiting { () throws(CommandFailure) in
            if write {
                try writeExpectations()
                return 0
            }
            do throws(CommandFailure) {
                return try test() ? 0 : 1
            } catch {
                if format == .junit { Output.print(JUnitText(error: error.sentence, in: path).text) }
                throw error
            }
        }
    }

    /// Tests the policy and prints the results. Returns whether all rows and lists pass.
    private func test() throws(CommandFailure) -> Bool {
        let options = try settings()
        try Self.requireRegularFile(path)
        let content = try (path == "-" ? InputFile.standardInput : InputFile(path)).bytes()
        let file = try expectations(in: content)
        let appPolicy = try appPolicy(for: file)
        var policy = VersionedPolicy(of: appPolicy.dictionary, linkedSDK: appPolicy.linkedSDK)
        let defaults = options.completed(by: file.settings)
        guard ExpectationResult.answerCount(of: file, defaults: defaults) <= ExpectationResult.answerLimit else {
            throw CommandFailure(
                .data,
                "\(path) asks for more than a million answers (URLs by APIs by versions of systems); split the file.")
        }
        let results = file.expectations.map { ExpectationResult(of: $0, defaults: defaults, under: &policy) }
        let changes = file.domains.flatMap { $0.changes(under: policy) }
        show(results, changes: changes, source: appPolicy.source)
        return changes.isEmpty && results.allSatisfy(\.passes)
    }

    private func expectations(in content: [UInt8]) throws(CommandFailure) -> ExpectationFile {
        do throws(ExpectationFaults) {
            return try ExpectationFile(content)
        } catch {
            let sentences = error.faults.map { fault in
                fault.line.map { "\(path), line \($0): \(fault.sentence)" } ?? "\(path): \(fault.sentence)"
            }
            for sentence in sentences.prefix(Self.shownFaults).dropLast() {
                Output.say(sentence.visible(limit: 4000))
            }
            guard sentences.count > Self.shownFaults else { throw CommandFailure(.data, sentences.last ?? path) }
            throw CommandFailure(.data, "\(path) has \(sentences.count - Self.shownFaults + 1) more rows with a fault.")
        }
    }

    /// The policy of `--policy`, else that of the file, else the defaults of ATS.
    private func appPolicy(for file: ExpectationFile) throws(CommandFailure) -> AppPolicy {
        var settings = try policy.settings()
        if settings.path == nil, let named = file.policy {
            // A relative path starts from the folder of the file.
            let isRelative = !named.hasPrefix("/")
            let folder = isRelative ? path.lastIndex(of: "/").map { path[...$0] } ?? "" : ""
            settings.path = folder + named
        }
        if let path = settings.path { try Self.requireRegularFile(path) }
        return try settings.appPolicy()
    }

    /// Throws an error for a named pipe, a socket or a device, whose content may never end. Standard input and the
    /// pipes of a shell's `<(command)`, which end, are accepted.
    private static func requireRegularFile(_ path: String) throws(CommandFailure) {
        if path == "/dev/stdin" || path.hasPrefix("/dev/fd/") { return }
        var status = stat()
        guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
        throw CommandFailure(.data, "\(path) is a pipe, a socket or a device; name a regular file.")
    }

    /// The settings from the options, for rows that have none themselves.
    private func settings() throws(CommandFailure) -> ExpectationSettings {
        ExpectationSettings(
            systems: policy.os == nil ? nil : [OSSpan(try policy.fixedOS())], apis: policy.api.map { [$0] },
            linkedSDK: try policy.settings().linkedSDK)
    }

    private func show(_ results: [ExpectationResult], changes: [DomainChange], source: String) {
        switch format {
        case .text:
            for result in results where !result.passes { Output.print(result.text(in: path)) }
            for change in changes { Output.print(change.text(in: path)) }
            Output.print(ExpectationResult.summary(of: results, changes: changes, source: source))
        case .json:
            for line in results.map({ $0.json(in: path) }) + changes.map({ $0.json(in: path) }) {
                Output.print(String(decoding: line, as: UTF8.self))
            }
        case .junit: Output.print(JUnitText(of: results, changes: changes, in: path, source: source).text)
        }
    }

    /// The largest number of faults of a file that are printed.
    private static let shownFaults = 100
}

// MARK: - Writing

extension PolicyTestCommand {
    /// Writes a file that expects the present answers of the policy.
    private func writeExpectations() throws(CommandFailure) {
        let options = try settings()
        if let path = self.policy.policy { try Self.requireRegularFile(path) }
        let policy = try policy.appPolicy()
        let written = WrittenExpectations(
            of: VersionedPolicy(of: policy.dictionary, linkedSDK: policy.linkedSDK), settings: options)
        let policyPath = self.policy.policy.map(pathFromFile)
        let text = written.text(source: policy.source, policy: policyPath)
        guard text.utf8.count <= ExpectationFile.sizeLimit else {
            throw CommandFailure(.data, "\(policy.source) names too many hosts for one file of expectations.")
        }
        if options.systems == nil, (options.linkedSDK ?? policy.linkedSDK) == nil {
            Output.say("note: the app names no SDK, and the rows are for iOS; --linked-sdk names another system.")
        }
        if let policyPath, policyPath.hasPrefix("/") {
            Output.say("note: the file names the policy by an absolute path, which other machines may not have.")
        }
        guard path != "-" else {
            Output.print(text)
            return
        }
        try write(text)
        Output.say("\(path) has \(written.count) rows, which the policy passes today.")
    }

    private func write(_ text: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let error = SystemError.last("open")
            guard error.number != EEXIST else {
                throw CommandFailure(
                    .usage, "\(path) exists and is kept; name another file, or delete it to accept today's answers.")
            }
            throw failure(error)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        } catch {
            // The rows that were written could be mistaken for all of them.
            unlink(path)
            throw failure(SystemError(behind: error, in: "write"))
        }
    }

    private func failure(_ error: SystemError) -> CommandFailure {
        CommandFailure(.output, "the expectations cannot be written to \(path): \(error.text).")
    }

    /// The path of a policy relative to the folder of the file, or the absolute path if they share no folder.
    private func pathFromFile(_ policy: String) -> String {
        let isAbsolute = policy.hasPrefix("/")
        guard path != "-", path.contains("/") || isAbsolute else { return policy }
        let (target, folder) = (Self.components(of: policy), Self.components(of: path).dropLast())
        let shared = zip(target, folder).prefix { $0 == $1 }.count
        guard shared > 0 || !isAbsolute else { return policy }
        let steps = Array(repeating: "..", count: folder.count - shared) + target.dropFirst(shared)
        return steps.joined(separator: "/")
    }

    /// The names in the absolute form of a path, without symbolic links among its folders.
    private static func components(of path: String) -> [String] {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        return folder.path.split(separator: "/").map(String.init) + [url.lastPathComponent]
    }
}

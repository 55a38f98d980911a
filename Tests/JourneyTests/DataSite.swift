import DataFiles
import Foundation

@testable import DataInUse
@testable import atsproxy

/// Publishers of data files on loopback, and a directory into which the program under test puts updated files.
final class DataSite {
    let site: Site
    /// The directory of updated files, which does not exist before the first update.
    let directory: URL
    private let files: URL
    private let program: Program
    private let ports: [String: Int]

    init() throws {
        site = try Site.judged.get()
        let folder = FileManager.default.temporaryDirectory
        files = folder.appending(path: "published-\(UUID().uuidString)")
        directory = folder.appending(path: "data-\(UUID().uuidString)/atsproxy")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        program = try Client.start("data_site", [site.folder.path, files.path])
        let started = program
        guard holds({ started.output.hasSuffix("\n") || !started.isRunning }), started.isRunning else {
            throw JourneyError(text: "the publishers did not start: \(program.errors)")
        }
        ports = try JSONDecoder().decode([String: Int].self, from: Data(program.output.utf8))
    }

    deinit {
        program.signal(SIGKILL)
        _ = program.end()
        for folder in [files, directory.deletingLastPathComponent()] {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Publishes a file.
    func publish(_ text: String, as name: String) throws {
        try text.write(to: files.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// The address of a published file, sent in that way.
    func url(_ name: String, _ how: String = "plain", server: String = "good") throws -> String {
        guard let port = ports[server] else { throw JourneyError(text: "there is no publisher \(server)") }
        return "https://\(server).test:\(port)/\(how)/\(name)"
    }

    /// Whether a half of a file was sent, the rest of which never comes.
    var isStuck: Bool { program.output.hasSuffix("stuck\n") }

    /// What makes the program find the publishers, trust the certificates of the site and keep files in the directory.
    var options: [String] {
        func path(_ name: String) -> String { site.folder.appending(path: name).path }
        return ["--roots", path("system-root.pem"), "--ca-file", path("user-root.pem")] + resolve
    }

    /// What makes the program find the publishers by their names.
    var resolve: [String] { ports.keys.sorted().flatMap { ["--resolve", "\($0).test:*:127.0.0.1"] } }

    /// The environment in which the directory is that of updated files.
    var environment: [String: String] {
        ["XDG_DATA_HOME": directory.deletingLastPathComponent().path, "STATE_DIRECTORY": ""]
    }

    /// Starts the program in that environment.
    func start(_ arguments: [String]) throws -> Program {
        try Program(Repository.program, arguments, environment: environment)
    }

    /// Runs `data update` for one file from one address.
    func update(
        _ file: String, from url: String, _ options: [String] = [], resolves: Bool = true
    ) throws -> (status: Int32, output: String, errors: String) {
        let usual = resolves ? self.options : self.options.filter { !$0.hasSuffix(":127.0.0.1") && $0 != "--resolve" }
        let program = try start(["data", "update", file, "--data-source", "\(file)=\(url)"] + usual + options)
        return (program.end(), program.output, program.errors)
    }

    /// The content of an updated file; nil if there is none.
    func updated(_ name: String) -> String? {
        FileManager.default.contents(atPath: directory.appending(path: name).path).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// All names in the directory of updated files.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }
}

extension DataSite {
    /// Apple's list of logs as it is shipped, with another date, and only that part of its operators.
    static func logList(of date: String, operators: Int = .max) throws -> String {
        let shipped = try JSONSerialization.jsonObject(with: Data(ShippedFile.bytes(of: .logList)))
        guard var list = shipped as? [String: Any], let all = list["operators"] as? [Any] else {
            throw JourneyError(text: "the shipped list of logs is not an object")
        }
        list["log_list_timestamp"] = date
        list["operators"] = Array(all.prefix(operators))
        return String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
    }

    /// The shipped roots and another one, with that date.
    static func roots(with root: String, of date: String) throws -> String {
        let text = shipped(.roots, replacing: ShippedFile.date(of: .roots), with: String(date.prefix(10)))
        guard let count = text.firstMatch(of: #/(\d+) certificates/#).flatMap({ Int($0.1) }) else {
            throw JourneyError(text: "the shipped roots do not say how many they are")
        }
        return text.replacing("\(count) certificates", with: "\(count + 1) certificates") + root
    }

    /// The time so many seconds from now, as a list of logs has it.
    static func date(in seconds: Double = 0) -> String {
        Date(timeIntervalSinceNow: seconds).formatted(.iso8601)
    }

    /// The shipped file with another text for its date.
    static func shipped(_ kind: DataFileKind, replacing old: String, with new: String) -> String {
        String(decoding: ShippedFile.bytes(of: kind), as: UTF8.self).replacing(old, with: new, maxReplacements: 1)
    }
}

import Foundation

/// A Mac or a GNOME desktop whose programs are stand-ins (`Tests/Scripts/system-proxy`), with settings in a file.
final class SimulatedSystem {
    /// The kinds, which are the names of the folders with the stand-ins.
    enum Kind: String, CaseIterable {
        case macos, gnome
    }

    private let folder: URL
    private let kind: Kind

    init(_ kind: Kind, settings: [String: Any], simulators: [String: [String: String]]? = nil) throws {
        self.kind = kind
        folder = FileManager.default.temporaryDirectory.appending(path: "system-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(settings, to: "settings")
        if let simulators { try write(simulators, to: "simulators") }
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path): \(error)\n".utf8))
        }
    }

    /// Starts the program on that system.
    func start(_ arguments: String...) throws -> Program {
        let stands = Repository.root.appending(path: "Tests/Scripts/system-proxy/\(kind.rawValue)").path
        return try Program(
            Repository.program, arguments,
            environment: [
                // The system's own gsettings is behind the stand-ins, so that networksetup goes before it.
                "PATH": "\(stands):/usr/bin:/bin", "XDG_STATE_HOME": path("state"),
                "SYSTEM_PROXY_STATE": path("settings"), "SYSTEM_PROXY_SIMULATORS": path("simulators"),
                "SYSTEM_PROXY_LOG": path("log"), "SYSTEM_PROXY_FAULT": path("fault"),
            ])
    }

    /// Starts a proxy that sets the system's proxy, waits until it is set, and returns the port.
    func serve() throws -> (Program, port: Int) {
        let program = try start(
            "serve", "--listen", "127.0.0.1:0", "--console", "off", "--examine", "needed", "--events", "/dev/null",
            "--system-proxy")
        guard holds(within: 60, { program.errors.contains("the system's proxy is 127.0.0.1:") || !program.isRunning }),
            let port = program.errors.firstMatch(of: #/the system's proxy is 127\.0\.0\.1:(\d+) for /#).flatMap({
                Int($0.1)
            })
        else { throw JourneyError(text: "the system's proxy is not set: \(program.errors)") }
        return (program, port)
    }

    /// The settings as text, with sorted keys.
    func settings(_ name: String = "settings") throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: name)))
        return String(
            decoding: try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]), as: UTF8.self)
    }

    /// Has a change of a setting fail: its number from 1, and how; with `andLater`, all that follow as well.
    func fail(_ number: Int, _ kind: String, andLater: Bool = false) throws {
        try Data().write(to: folder.appending(path: "log"))
        try Data("\(number)\(andLater ? "+" : "") \(kind)".utf8).write(to: folder.appending(path: "fault"))
    }

    /// Lets all changes succeed again.
    func succeed() throws {
        try FileManager.default.removeItem(at: folder.appending(path: "fault"))
    }

    /// The commands that have changed a setting so far.
    var changes: [String] {
        let log = FileManager.default.contents(atPath: path("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return log.split(separator: "\n").map(String.init)
    }

    /// The path of the note of what the settings were.
    var note: String { path("state/atsproxy/system-proxy.json") }

    /// Whether there is a note.
    var hasNote: Bool { FileManager.default.fileExists(atPath: note) }

    /// Writes settings.
    func write(_ value: Any, to name: String = "settings") throws {
        try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]).write(
            to: folder.appending(path: name))
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }
}

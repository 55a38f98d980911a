import Foundation

/// A program that runs beside a test, or to its end, its output kept in files.
final class Program {
    private let process = Process()
    private let folder: URL
    private var hasStarted = false

    /// Starts the program, with these variables beside our own: a sanitizer is told by some of those what it is to do.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "journey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(Self.noData) { _, none in none }
            .merging(environment) { _, given in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.file(folder.appending(path: "output"))
        process.standardError = try Self.file(folder.appending(path: "errors"))
        try process.run()
        hasStarted = true
    }

    deinit {
        if hasStarted { stop() }
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path): \(error)\n".utf8))
        }
    }

    /// The number of its process.
    var identifier: Int32 { process.processIdentifier }

    /// What it has written to standard output so far.
    var output: String { text("output") }

    /// What it has written to standard error so far.
    var errors: String { text("errors") }

    /// Whether it runs.
    var isRunning: Bool { process.isRunning }

    /// Asks it to end, waits until it has, and says its exit status.
    @discardableResult
    func stop() -> Int32 {
        if process.isRunning { process.terminate() }
        return end()
    }

    /// Sends it a signal.
    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Waits until it has ended by itself, and says its exit status.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func text(_ name: String) -> String {
        FileManager.default.contents(atPath: folder.appending(path: name).path).map {
            String(decoding: $0, as: UTF8.self)
        } ?? ""
    }

    /// A place for updated data files in which there are none, so that every program goes by the shipped ones.
    private static let noData = [
        "XDG_DATA_HOME": FileManager.default.temporaryDirectory.appending(path: "no-data-\(UUID().uuidString)").path,
        "STATE_DIRECTORY": "",
    ]

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}

/// Looks again and again until the condition holds; false when it does not within that many seconds.
func holds(within seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
    let limit = Date().addingTimeInterval(seconds)
    while Date() < limit {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return try condition()
}

import Foundation

/// Real servers, those of a script in `Tests/Scripts`, started once for all tests and ended with them.
final class Site: Sendable {
    /// The servers of the journeys; their failure fails every journey.
    static let shared = Result { try Site("test-site") }
    /// The servers of the table of verdicts, one for each property that a rule looks at.
    static let judged = Result { try Site("judged-site") }

    /// Where certificates, keys and files are.
    let folder: URL
    /// The ports of the servers, by the first label of their names.
    let ports: [String: Int]
    /// Its end is what ends the servers, also when this process is killed.
    private let lifeline: FileHandle

    /// The root that issued all certificates but the self-signed one.
    var root: String { folder.appending(path: "root.pem").path }

    /// What makes a proxy or curl find the servers by their names.
    var resolve: [String] {
        let names = ports.keys.sorted() + (1...50).map { "name" + String(format: "%02d", $0) }
        return names.flatMap { ["--resolve", "\($0).test:*:127.0.0.1"] }
    }

    /// The URL of a server.
    func url(_ name: String, _ path: String = "/", scheme: String = "https") throws -> String {
        "\(scheme)://\(name).test:\(try port(name))\(path)"
    }

    /// The port of a server.
    func port(_ name: String) throws -> Int {
        guard let port = ports[name] else { throw JourneyError(text: "there is no server \(name)") }
        return port
    }

    /// The servers of that script, on that machine if it is not this one, and there on all of its addresses.
    init(_ script: String, on machine: TwoMachines.Machine? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        let command = [Repository.root.appending(path: "Tests/Scripts/\(script)").path, folder.path]
        let whole = machine.map { $0.entering + command } ?? command
        process.executableURL = URL(filePath: whole[0])
        process.arguments = Array(whole.dropFirst())
        if machine != nil {
            process.environment = ProcessInfo.processInfo.environment.merging(["SITE_ADDRESS": "0.0.0.0"]) { $1 }
        }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        lifeline = input.fileHandleForWriting
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw JourneyError(text: "the test site did not start; see \(folder.path)") }
            line += more
        }
        ports = try JSONDecoder().decode([String: Int].self, from: line)
    }
}

/// What went wrong in a journey, outside the program that it tests.
struct JourneyError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}

/// Where things are.
enum Repository {
    /// The root of the checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The program under test: the one that `ATSPROXY` names, else the one that was built beside this.
    static var program: String {
        if let other = ProcessInfo.processInfo.environment["ATSPROXY"] { return other }
        let here = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return here.deletingLastPathComponent().appending(path: "atsproxy").path
    }
}

import Foundation

/// A small simulated lab, which `Tests/Scripts/simulated-lab` makes once for all tests, and the same lab some weeks
/// later.
final class SimulatedLab: Sendable {
    /// The lab, and the later one.
    static let shared = Result { try SimulatedLab() }
    static let later = Result { try SimulatedLab("--later") }

    /// The folder with the recording, the policies and the root.
    let folder: URL

    /// The recording.
    var recording: String { path("recording.jsonl") }

    /// The path of a file of the lab.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// What a command says about recordings, which carry the roots and the policies of their lab.
    func answer(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        let program = try Program(Repository.program, arguments)
        return (program.end(), program.output, program.errors)
    }

    private init(_ options: String...) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
        let script = try Program(
            Repository.root.appending(path: "Tests/Scripts/simulated-lab").path,
            [folder.path, "--loads", "400", "--hosts", "40", "--seconds", "4", "--settle", "8"] + options,
            environment: ["ATSPROXY": Repository.program])
        guard script.end() == 0 else { throw JourneyError(text: "the lab failed: \(script.errors)") }
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path): \(error)\n".utf8))
        }
    }
}

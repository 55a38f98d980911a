import Foundation

/// Network namespaces that a script in `Tests/Scripts` makes, and that end with the tests.
final class NetworkNamespaces: Sendable {
    /// The machines, in the order in which the script names them.
    let machines: [TwoMachines.Machine]
    /// Its end is what ends the namespaces, also when this process is killed.
    private let lifeline: FileHandle

    /// Starts the script, which prints the ID of a process in each namespace.
    init(_ script: String, count: Int) throws {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = Repository.root.appending(path: "Tests/Scripts/\(script)")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        lifeline = input.fileHandleForWriting
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        machines = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            .map { TwoMachines.Machine(process: $0) }
        guard machines.count == count else { throw JourneyError(text: "\(script) did not make \(count) machines") }
    }
}

import Foundation
import Testing

/// Two machines on one link: network namespaces, which the script `two-machines` makes, and which end with the tests.
final class TwoMachines: Sendable {
    /// The two, made once for all tests.
    static let shared = Result { try TwoMachines() }
    /// The servers of the journeys, on the proxy's machine.
    static let site = Result { try Site("test-site", on: shared.get().proxy) }
    /// Those of the table of verdicts, on the proxy's machine.
    static let judged = Result { try Site("judged-site", on: shared.get().proxy) }

    /// Whether network namespaces can be made here. That takes Linux, and rights that root has outside of most
    /// containers.
    static let arePossible: Bool = {
        #if os(Linux)
        let probe = try? Program("/usr/bin/unshare", ["--net", "/bin/true"])
        return probe?.end() == 0
        #else
        return false
        #endif
    }()
    /// What a test that is skipped says.
    static let whySkipped: Comment = "Network namespaces cannot be made here; run the tests as root on Linux."

    /// One of the two.
    struct Machine: Sendable {
        /// A process that is in its namespace.
        let process: Int

        /// What stands in front of a command that is to run there.
        var entering: [String] { ["/usr/bin/nsenter", "--net=/proc/\(process)/ns/net"] }

        /// Starts a program there.
        func program(_ path: String, _ arguments: [String]) throws -> Program {
            try Program(entering[0], entering.dropFirst() + [path] + arguments)
        }
    }

    /// Has 192.0.2.1, 10.77.0.1 and fd00:77::1 on the link, and 93.184.216.34 and 10.99.0.1 besides.
    let proxy: Machine
    /// Has 192.0.2.2, 10.77.0.2 and fd00:77::2.
    let client: Machine
    /// Its end is what ends the namespaces, also when this process is killed.
    private let lifeline: FileHandle

    private init() throws {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = Repository.root.appending(path: "Tests/Scripts/two-machines")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        lifeline = input.fileHandleForWriting
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 2 else { throw JourneyError(text: "the two machines were not made") }
        (proxy, client) = (Machine(process: numbers[0]), Machine(process: numbers[1]))
    }
}

import Foundation
import ModelContextProtocol
import Networking
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A proxy that an agent has started: a child process that ends with this process, whatever ends this process.
final class StartedProxy: Sendable {
    /// The file of the recording.
    let recording: String
    private let folder: String
    /// The address of the console with its token; nil until the proxy has announced it.
    let console = Mutex<String?>(nil)
    private let isStopping = Atomic(false)

    /// The time for a start, in milliseconds.
    private static let startLimit: Int64 = 30_000
    /// The time for an end, in milliseconds.
    private static let endLimit: Int64 = 8_000
    /// The number of last messages of the proxy that an output has.
    private static let messageCount = 8

    /// Creates the directory of the recording, which only this user may read. Returns nil if that fails.
    init?() {
        folder = FileManager.default.temporaryDirectory.appending(path: "atsproxy-\(UUID().uuidString)").path
        guard mkdir(folder, 0o700) == 0 else { return nil }
        recording = "\(folder)/events.jsonl"
    }

    /// Whether the proxy was asked to stop.
    var isAskedToStop: Bool { isStopping.load(ordering: .relaxed) }

    /// Asks the proxy to stop. Has no effect the second time.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
    }

    /// Runs the proxy until it has ended, and returns its last output. The closure is called once when the proxy
    /// accepts connections, or when it has failed to.
    func run(_ arguments: [String], announce: (CommandOutput) -> Void) -> CommandOutput {
        let program: PipedProgram
        do throws(SystemError) {
            let command = OwnProgram.command(arguments + ["--events", recording], ending: InputEnd.discardingOption)
            program = try PipedProgram(command, style: OwnProgram.style)
        } catch {
            rmdir(folder)
            let output = OwnProgram.failure(error)
            announce(output)
            return output
        }
        let messages = follow(program, announcing: announce)
        program.send(SIGKILL)
        let ending: CommandOutput.Ending =
            switch program.waitForEnd() {
            case .exited(let status): .exited(status)
            case .killed(let signal): .killed(signal: signal)
            }
        // A folder with a recording is not removed by this call. A recording without a load is removed by the proxy.
        rmdir(folder)
        let withoutToken = messages.filter { !$0.contains("?token=") }
        let text = withoutToken.suffix(Self.messageCount).joined(separator: "\n")
        let output = access(recording, F_OK) == 0 ? object([("recording", recording)]) : []
        return CommandOutput(ending, output: output, errors: Array(text.utf8))
    }

    /// Reads the messages of the proxy until their end, or until the time for a stop is over. Returns the last ones.
    private func follow(_ program: PipedProgram, announcing announce: (CommandOutput) -> Void) -> [String] {
        let descriptor = program.errors ?? program.output
        var lines = MessageLines(limit: 16_384)
        var messages: [String] = []
        var isAnnounced = false
        /// The time by which the proxy has to end; nil before it was asked to stop.
        var deadline: Int64?
        let start = WallClock.elapsedMilliseconds
        while true {
            if !DescriptorBytes.readable([descriptor], within: 50).isEmpty {
                let bytes = DescriptorBytes.next(of: descriptor)
                if bytes.isEmpty { break }
                for case .text(let line) in lines.receive(bytes) {
                    messages.append(String(decoding: line, as: UTF8.self))
                }
                if !isAnnounced, let output = announcement(in: messages) {
                    isAnnounced = true
                    announce(output)
                }
                messages.removeFirst(max(0, messages.count - 50))
            }
            let now = WallClock.elapsedMilliseconds
            if !isAnnounced, now - start > Self.startLimit { stop() }
            if deadline == nil, isAskedToStop {
                deadline = now + Self.endLimit
                program.endInput()
            }
            if let deadline, now > deadline { break }
        }
        if !isAnnounced {
            program.send(SIGKILL)
            let status = program.waitForEnd().status
            let reason = messages.suffix(Self.messageCount).joined(separator: "\n")
            announce(.failed((64..<128).contains(status) ? status : 69, because: reason))
        }
        return messages
    }

    /// The addresses of the proxy, once its messages name them.
    private func announcement(in messages: [String]) -> CommandOutput? {
        let text = messages.joined(separator: "\n")
        guard let listener = text.firstMatch(of: #/listening on (127\.0\.0\.1:\d+) /#),
            let page = text.firstMatch(of: #/console at (http:\S+)/#)
        else { return nil }
        console.withLock { $0 = String(page.1) }
        return CommandOutput(
            .exited(0),
            output: object([
                ("proxy", "http://\(listener.1)"), ("console", String(page.1)), ("recording", recording),
            ]))
    }

    private func object(_ members: [(name: String, text: String)]) -> [UInt8] {
        JSONValue.object(members.map { .init(name: $0.name, value: .string($0.text)) }).line
    }
}

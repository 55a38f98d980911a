import Foundation
import Testing

/// What a stop says of events that could not be written. Each load goes to a port where nobody listens and leaves two
/// events: the verdict, and that it failed. Two more, the policy and the trust store, begin the recording.
@Suite struct RecordingLossJourneyTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "loss-\(UUID().uuidString)").path

    /// A proxy that records there; a shell runs it after that command, and becomes it.
    private func proxy(after command: String = ":", _ options: String...) throws -> (program: Program, port: Int) {
        let program = try Program(
            "/bin/bash",
            ["-c", "\(command); exec \"$0\" \"$@\"", Repository.program, "serve", "--listen", "127.0.0.1:0"]
                + ["--mode", "observe", "--examine", "needed", "--events", path] + options)
        #expect(holds { program.errors.contains("listening on ") }, "\(program.errors)")
        let address = try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#))
        return (program, try #require(Int(address.1)))
    }

    /// curl's arguments for that many loads.
    private static func loads(_ count: Int, _ proxy: String) -> [String] {
        ["--silent", "--noproxy", "", "--output", "/dev/null", "--proxy", proxy, "http://127.0.0.1:1/[1-\(count)]"]
    }

    private func load(_ count: Int, through port: Int) throws {
        #expect(try Program("/usr/bin/curl", Self.loads(count, "http://127.0.0.1:\(port)")).end() == 0)
    }

    /// How many events the recording holds, and how many it admits to lack. It has whole lines alone.
    private func contents() throws -> (events: Int, lost: Int) {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        var (events, lost) = (0, 0)
        for line in text.split(separator: "\n") {
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if event?["event"] as? String == "lost" { lost += event?["count"] as? Int ?? 0 } else { events += 1 }
        }
        return (events, lost)
    }

    #if os(Linux)
    @Test func aDeviceThatTakesNothingLosesEveryEvent() throws {
        #expect(symlink("/dev/full", path) == 0)
        defer { unlink(path) }
        let (program, port) = try proxy()
        try load(30, through: port)
        #expect(program.stop() == 74)
        #expect(program.errors.contains("62 events could not be written to \(path): No space left on device."))
    }
    #endif

    /// The shell's limit on the size of files, in KiB, stands for a disk that becomes full.
    @Test func whatAFullDiskHasNoRoomForIsCountedAndAdmitted() throws {
        defer { unlink(path) }
        let (program, port) = try proxy(after: "ulimit -f 16")
        try load(100, through: port)
        #expect(holds { program.errors.contains("cannot write events to \(path): File too large") })
        #expect(program.stop() == 74)
        let (events, lost) = try contents()
        #expect(events > 0 && lost > 0 && events + lost == 202)
        #expect(program.errors.contains("\(lost) events could not be written to \(path): File too large."))
        let report = try Program(Repository.program, ["report", path, "--format", "json"])
        _ = report.end()
        #expect(report.output.contains("\"lostEvents\":\(lost)"))
    }

    @Test func whatIsWrittenInTheEndIsNoLoss() throws {
        defer { unlink(path) }
        let (program, port) = try proxy()
        try load(100, through: port)
        #expect(program.stop() == 0)
        let (events, lost) = try contents()
        #expect(events == 202 && lost == 0)
        #expect(!program.errors.contains("could not be written"))
    }

    /// The last flush waits for a pipe that is full: SIGHUP ends nothing then, and one more SIGTERM everything.
    @Test func theFinalFlushHearsSignals() throws {
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        // Open for both, so that the pipe has a reader, who does not read.
        let pipe = open(path, O_RDWR | O_NONBLOCK)
        defer { close(pipe) }
        let (program, port) = try proxy()
        try load(300, through: port)
        program.signal(SIGTERM)
        #expect(try holds { try !isListening(port) })
        for _ in 0..<20 {
            program.signal(SIGHUP)
            Thread.sleep(forTimeInterval: 0.02)
        }
        program.signal(SIGTERM)
        #expect(program.end() == 74)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let written = bytes[..<max(0, read(pipe, &bytes, bytes.count))]
        #expect(written.last == UInt8(ascii: "\n"))
        let lost = 602 - written.count { $0 == UInt8(ascii: "\n") }
        #expect(lost > 0)
        #expect(program.errors.contains("\(lost) events could not be written to \(path)"), "\(program.errors)")
    }

    private func isListening(_ port: Int) throws -> Bool {
        try Answer(curl: ["http://127.0.0.1:\(port)/healthz"]).status == 200
    }

    @Test(arguments: [(0, Int32(74)), (7, 7)])
    func aRunSaysWhatItsRecordingLacks(status: Int, expected: Int32) throws {
        defer { unlink(path) }
        let command = (["curl"] + Self.loads(100, "$http_proxy")).map { $0.hasPrefix("$") ? $0 : "'\($0)'" }
        let program = try Program(
            "/bin/bash",
            ["-c", "ulimit -f 16; exec \"$0\" \"$@\"", Repository.program, "run", "--mode", "observe"]
                + ["--events", path, "--examine", "needed", "--format", "json", "--", "/bin/sh", "-c"]
                + ["\(command.joined(separator: " ")); exit \(status)"])
        #expect(program.end() == expected, "\(program.errors)")
        let (events, lost) = try contents()
        #expect(lost > 0 && events + lost == 202)
        #expect(program.errors.contains("\(lost) events could not be written to \(path): File too large."))
        #expect(program.output.contains("\"lostEvents\":\(lost)"))
    }
}

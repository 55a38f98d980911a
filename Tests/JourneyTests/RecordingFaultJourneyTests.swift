import Foundation
import Testing

/// Where events cannot go, or go somewhere else from now on: loads are served all the same.
@Suite struct RecordingFaultJourneyTests {
    /// A proxy whose recording goes where `start` says; a shell runs it, and becomes it.
    private func proxy(_ start: String, events: String, _ site: Site) throws -> (program: Program, port: Int) {
        let program = try Program(
            "/bin/bash",
            ["-c", start, Repository.program, "serve", "--listen", "127.0.0.1:0", "--mode", "observe", "--events"]
                + [events, "--examine", "needed", "--ca-file", site.root] + site.resolve)
        #expect(holds { program.errors.contains("listening on ") }, "\(program.errors)")
        let address = try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#))
        return (program, try #require(Int(address.1)))
    }

    private func load(_ count: Int, through port: Int, _ site: Site) throws {
        let url = try site.url("plain", scheme: "http")
        for _ in 0..<count {
            #expect(try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)", url]).status == 200)
        }
    }

    @Test func aFullDiskIsSaidAndStopsNothing() throws {
        let site = try Site.shared.get()
        let (program, port) = try proxy("exec \"$0\" \"$@\"", events: "/dev/full", site)
        try load(20, through: port, site)
        #expect(holds { program.errors.contains("cannot write events to /dev/full: No space left on device") })
        #expect(program.stop() == 74)
        #expect(program.errors.contains(" events could not be written to /dev/full: No space left on device."))
    }

    @Test func aPipeThatNobodyReadsAnyMoreIsSaidAndStopsNothing() throws {
        let site = try Site.shared.get()
        let (program, port) = try proxy("exec \"$0\" \"$@\" > >(head -n 1 >/dev/null)", events: "-", site)
        try load(20, through: port, site)
        #expect(holds { program.errors.contains("cannot write events to standard output: Broken pipe") })
        #expect(program.stop() == 74)
        #expect(program.errors.contains(" could not be written to standard output: Broken pipe."))
    }

    @Test func aRotatedRecordingIsWhole() throws {
        let site = try Site.shared.get()
        let path = FileManager.default.temporaryDirectory.appending(path: "rotated-\(UUID().uuidString)").path
        let (program, port) = try proxy("exec \"$0\" \"$@\"", events: path, site)
        for turn in 0..<5 {
            try load(4, through: port, site)
            #expect(rename(path, "\(path).\(turn)") == 0)
            program.signal(SIGHUP)
            #expect(holds { FileManager.default.fileExists(atPath: path) })
        }
        #expect(program.stop() == 0)
        var decisions = 0
        for name in [path] + (0..<5).map({ "\(path).\($0)" }) {
            for line in try String(contentsOfFile: name, encoding: .utf8).split(separator: "\n") {
                let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                if event?["event"] as? String == "decision" { decisions += 1 }
            }
            unlink(name)
        }
        #expect(decisions == 20)
    }
}

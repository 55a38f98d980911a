import Testing

@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ToolRunTests {
    private static func shell(_ script: String, within milliseconds: Int = 20_000) throws -> ToolRun {
        try ToolRun(["/bin/sh", "-c", script], within: milliseconds)
    }

    @Test func outputAndStatusAreKept() throws {
        let run = try Self.shell("echo one; echo two >&2; cat; exit 3")
        #expect(run.ending == .exited(3) && String(decoding: run.output, as: UTF8.self) == "one\ntwo\n")
        #expect(try Self.shell("kill -9 $$").ending == .killed(SIGKILL))
    }

    @Test func aProgramThatIsMissingIsAnError() {
        let error = #expect(throws: SystemError.self) { try ToolRun(["no-such-program"], within: 1000) }
        #expect(error?.number == ENOENT)
    }

    /// The whole group is killed, also where a grandchild holds the output.
    @Test func aProgramThatHangsIsKilled() throws {
        let run = try Self.shell("echo $$; sleep 600 & sleep 600", within: 500)
        #expect(run.ending == nil)
        let group = try #require(Int32(String(decoding: run.output, as: UTF8.self).prefix { $0.isNumber }))
        var isGone = false
        for _ in 0..<1000 where !isGone {
            isGone = kill(-group, 0) != 0
            if !isGone { usleep(10_000) }
        }
        #expect(isGone)
    }

    @Test func outputIsBounded() throws {
        let run = try Self.shell("head -c 3000000 /dev/zero; echo end")
        #expect(run.ending == .exited(0) && run.output.count == ToolRun.outputLimit)
    }
}

import Testing

@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ToolRunTests {
    private static func shell(_ script: String, within milliseconds: Int = 20_000) throws -> ToolRun {
        try ToolRun(["/bin/sh", "-c", script], within: .init(milliseconds: milliseconds))
    }

    @Test func outputAndStatusAreKept() throws {
        let run = try Self.shell("echo one; echo two >&2; cat; exit 3")
        #expect(run.ending == .exited(3) && String(decoding: run.output, as: UTF8.self) == "one\ntwo\n")
        #expect(try Self.shell("kill -9 $$").ending == .killed(SIGKILL))
    }

    @Test func aProgramThatIsMissingIsAnError() {
        let error = #expect(throws: SystemError.self) {
            try ToolRun(["no-such-program"], within: .init(milliseconds: 1000))
        }
        #expect(error?.number == ENOENT)
    }

    /// The whole group is killed, also where a grandchild holds the output.
    @Test func aProgramThatHangsIsKilled() throws {
        let run = try Self.shell("echo $$; sleep 600 & sleep 600", within: 500)
        #expect(run.ending == .stopped(.time))
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
        #expect(run.ending == .exited(0) && run.output.count == 1 << 20)
    }

    @Test func aLargeOutputMayEndTheRun() throws {
        let run = try ToolRun(
            ["/bin/sh", "-c", "echo one >&2; exec cat /dev/zero"],
            within: .init(milliseconds: 20_000, output: 1000, endsWhenFull: true), style: .init())
        #expect(run.ending == .stopped(.size) && run.output.count == 1001)
        #expect(String(decoding: run.errors, as: UTF8.self) == "one\n")
    }

    @Test func theMiddleOfManyErrorsIsDropped() throws {
        let run = try ToolRun(
            ["/bin/sh", "-c", "echo first >&2; head -c 300000 /dev/zero >&2; echo last >&2"],
            within: .init(milliseconds: 20_000), style: .init())
        #expect(run.ending == .exited(0) && run.output.isEmpty && run.errors.count == 64 << 10)
        #expect(run.errors.starts(with: "first\n".utf8) && run.errors.suffix(5).elementsEqual("last\n".utf8))
    }

    @Test func aRunIsCancelled() throws {
        var questions = 0
        let run = try ToolRun(["sleep", "600"], within: .init(milliseconds: 20_000)) {
            questions += 1
            return questions > 3
        }
        #expect(run.ending == .stopped(.cancelled))
    }

    /// The only other end of the program's input is held by this process.
    @Test func theInputEndsWithEndInput() throws {
        let program = try PipedProgram(["cat"], style: .init(holdsInput: true))
        // A program that starts meanwhile does not inherit that end.
        let other = try PipedProgram(["sleep", "600"], style: .init(holdsInput: true))
        #expect(program.waitForEnd(by: WallClock.elapsedMilliseconds + 200) == nil)
        program.endInput()
        #expect(program.waitForEnd(by: WallClock.elapsedMilliseconds + 20_000) == .exited(0))
        other.send(SIGKILL)
        #expect(other.waitForEnd() == .killed(SIGKILL))
    }

    /// The status of a program is lost if this process ignores SIGCHLD, or if something else waits for the program.
    @Test func aProgramWithoutStatusHasEnded() throws {
        let program = try PipedProgram(["true"])
        var status: Int32 = 0
        #expect(waitpid(program.identifier, &status, 0) == program.identifier)
        #expect(program.waitForEnd(by: WallClock.elapsedMilliseconds + 200) == .exited(127))
        #expect(program.waitForEnd() == .exited(127))
    }
}

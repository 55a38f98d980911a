import Foundation
import Networking
import Testing

/// Serialized, because only one loop of a process may watch signals.
@Suite(.serialized) struct ChildProcessTests {
    /// The end of a command and its output.
    private func run(
        _ command: [String], changing variables: [String: String?] = [:], _ started: (ChildProcess) -> Void = { _ in }
    ) throws -> ChildProcess.Ending? {
        let loop = try EventLoop()
        var ending: ChildProcess.Ending?
        let child = try ChildProcess(loop, command, changing: variables) {
            ending = $0
            loop.stop()
        }
        started(child)
        #expect(runs(loop))
        return ending
    }

    @Test(arguments: [
        (["true"], ChildProcess.Ending.exited(0), Int32(0)), (["sh", "-c", "exit 7"], .exited(7), 7),
        (["sh", "-c", "kill -9 $$"], .killed(9), 137),
    ])
    func reportsHowAProgramEnded(command: [String], ending: ChildProcess.Ending, status: Int32) throws {
        let found = try run(command)
        #expect(found == ending && found?.status == status)
    }

    @Test(arguments: [("/does/not/exist", ENOENT), ("no-such-program", ENOENT), ("", ENOENT), ("/etc/passwd", EACCES)])
    func aProgramThatCannotBeStartedIsAnError(name: String, number: Int32) throws {
        let loop = try EventLoop()
        #expect(throws: SystemError(number: number, operation: "posix_spawnp")) {
            _ = try ChildProcess(loop, [name], changing: [:]) { _ in }
        }
    }

    @Test func changesTheEnvironmentAndLeavesTheRest() throws {
        setenv("ATSPROXY_KEPT", "a b", 1)
        setenv("ATSPROXY_CHANGED", "old", 1)
        setenv("ATSPROXY_GONE", "old", 1)
        let script = #"test "$ATSPROXY_KEPT,$ATSPROXY_CHANGED,$ATSPROXY_NEW,${ATSPROXY_GONE-none}" = "a b,=new,,none""#
        let changes: [String: String?] = ["ATSPROXY_CHANGED": "=new", "ATSPROXY_NEW": "", "ATSPROXY_GONE": nil]
        #expect(try run(["sh", "-c", script], changing: changes) == .exited(0))
    }

    /// The child does not inherit ignored or blocked signals.
    @Test func theChildHasDefaultSignalHandling() throws {
        ProcessSignals.prepare()
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        defer { pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
        #expect(try run(["sh", "-c", "kill -PIPE $$"]) == .killed(SIGPIPE))
        #expect(try run(["sh", "-c", "kill -USR1 $$"]) == .killed(SIGUSR1))
    }

    @Test func signalsReachTheChildUntilItHasEnded() throws {
        var child: ChildProcess?
        let ending = try run(["sleep", "60"]) {
            child = $0
            $0.send(SIGTERM)
        }
        #expect(ending == .killed(SIGTERM))
        child?.send(SIGKILL)
    }

    @Test func receivesSentSignalsExceptIgnoredOnes() throws {
        let loop = try EventLoop()
        signal(SIGUSR2, SIG_IGN)
        defer { signal(SIGUSR2, SIG_DFL) }
        var heard: [Int32] = []
        do {
            let sent = try SentSignals(loop, [SIGUSR1, SIGUSR2]) {
                heard.append($0)
                loop.stop()
            }
            kill(getpid(), SIGUSR2)
            kill(getpid(), SIGUSR1)
            #expect(runs(loop))
            withExtendedLifetime(sent) {}
        }
        #expect(heard == [SIGUSR1])
        #expect(ProcessSignals.ignores(SIGUSR2) && !ProcessSignals.ignores(SIGUSR1))
    }
}

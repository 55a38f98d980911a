import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@testable import Networking

@Suite struct SelfPipeTests {
    @Test func signalSentBeforeTheWaitEndsIt() throws {
        let pipe = try SelfPipe()
        pipe.signal()
        let start = ContinuousClock.now
        pipe.wait(for: .seconds(20))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func waitTakesTheSignalsOut() throws {
        let pipe = try SelfPipe()
        for _ in 0..<3 { pipe.signal() }
        pipe.wait(for: nil)
        let start = ContinuousClock.now
        pipe.wait(for: .milliseconds(50))
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func writableDescriptorEndsTheWait() throws {
        let (pipe, other) = (try SelfPipe(), try SelfPipe())
        let start = ContinuousClock.now
        pipe.wait(orWritable: other.writeEnd, for: .seconds(20))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func fullPipeDropsSignalsAndDoesNotBlock() throws {
        let pipe = try SelfPipe()
        for _ in 0..<100_000 { pipe.signal() }
        #expect(pipe.receive() == 0)
    }

    @Test func emptyPipeReturnsNothing() throws {
        #expect(try SelfPipe().receive() == nil)
    }

    @Test func readingThreadSleepsUntilTheSignal() throws {
        let (pipe, done) = (try SelfPipe(whenEmpty: .blocks), try SelfPipe())
        let received = Mutex<UInt8?>(nil)
        try SystemThread.start(named: "reader") {
            let byte = pipe.receive()
            received.withLock { $0 = byte }
            done.signal()
        }
        #expect(received.withLock { $0 } == nil)
        pipe.signal()
        done.wait(for: .seconds(20))
        #expect(received.withLock { $0 } == 0)
    }

    @Test func threadBlocksSignalsButNotItsOwnFaults() throws {
        let done = try SelfPipe()
        let blocked = Mutex<[Int32: Bool]>([:])
        try SystemThread.start(named: "masked") {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            for signal in [SIGTERM, SIGPIPE, SIGXFSZ, SIGCHLD, SIGSEGV] {
                let isBlocked = sigismember(&mask, signal) == 1
                blocked.withLock { $0[signal] = isBlocked }
            }
            done.signal()
        }
        done.wait(for: .seconds(20))
        #expect(
            blocked.withLock { $0 }
                == [SIGTERM: true, SIGPIPE: true, SIGXFSZ: true, SIGCHLD: true, SIGSEGV: false])
    }
}

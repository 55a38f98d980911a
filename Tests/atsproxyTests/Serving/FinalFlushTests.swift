import Dispatch
import Networking
import ProxyServer
import Recording
import Testing

@testable import atsproxy

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct FinalFlushTests {
    /// A person may send signals again and again while the system does not complete a write.
    @Test func laterCallsDoNotProlongTheTime() throws {
        let release = DispatchSemaphore(value: 0)
        // Each write to this descriptor fails, and the writer's thread stays in its warning.
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let log = try EventLog(.descriptor(descriptor, name: "null"), warn: { _ in release.wait() })
        log.append(line: Array("{}".utf8))
        let loop = try EventLoop()
        let flush = try FinalFlush(of: EventRecorder(log: log, form: .json), on: loop)
        let limit = 10
        var calls = 0
        var signals: Networking.Timer?
        signals = Networking.Timer(loop) {
            calls += 1
            guard calls < limit else { return loop.stop() }
            flush.begin(within: 60)
            signals?.start(milliseconds: 300)
        }
        flush.begin(within: 0)
        signals?.start(milliseconds: 300)
        #expect(loop.run() == nil)
        #expect((1..<limit).contains(calls))
        for _ in 0..<limit { release.signal() }
        log.close(within: .zero) {}
        close(descriptor)
    }
}

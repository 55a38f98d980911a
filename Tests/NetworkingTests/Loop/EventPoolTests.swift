import Testing
import TransportSecurity

@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct EventPoolTests {
    /// An owner with a stream that counts its events.
    private final class Listening: StreamOwner {
        private(set) var calls = 0

        override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) { calls += 1 }
        override func streamFinished(_ stream: Stream) { calls += 1 }
        override func timerFired() { calls += 1 }
    }

    /// Two sockets that are connected to each other and do not block.
    private func sockets() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        return (ends[0], ends[1])
    }

    @Test func aReturnedEventIsReusedByTheNextStream() throws {
        let loop = try EventLoop()
        let (first, second) = try sockets()
        do {
            let stream = Stream(loop, descriptor: first)
            #expect(loop.events.count == 0)
            withExtendedLifetime(stream) {}
        }
        #expect(loop.events.count == 1)
        let stream = Stream(loop, descriptor: second)
        #expect(loop.events.count == 0)
        withExtendedLifetime(stream) {}
    }

    @Test func aReusedEventCallsOnlyItsNewStream() throws {
        let loop = try EventLoop()
        let (first, second) = try sockets()
        let (third, fourth) = try sockets()
        let (former, new) = (Listening(loop), Listening(loop))
        var stream: Stream? = Stream(loop, descriptor: first, owner: former)
        stream?.resumeReading()
        // Unread input, for which the old owner must not be called.
        #expect(write(second, "x", 1) == 1)
        stream = nil
        let next = Stream(loop, descriptor: third, owner: new)
        next.resumeReading()
        #expect(loop.events.count == 0)
        #expect(!runs(loop, milliseconds: 20))
        #expect(former.calls == 0 && new.calls == 0)
        #expect(write(fourth, "x", 1) == 1)
        #expect(!runs(loop, milliseconds: 20))
        #expect(former.calls == 0 && new.calls == 1)
        close(second)
        close(fourth)
        withExtendedLifetime(next) {}
    }

    @Test func anEventReusedByAStreamFiresNoTimer() throws {
        let loop = try EventLoop()
        let (first, second) = try sockets()
        let new = Listening(loop)
        var former: Listening? = Listening(loop)
        former?.startTimer(milliseconds: 1)
        former = nil
        let stream = Stream(loop, descriptor: first, owner: new)
        #expect(loop.events.count == 0)
        #expect(!runs(loop, milliseconds: 20))
        #expect(new.calls == 0)
        close(second)
        withExtendedLifetime(stream) {}
    }

    @Test func keepsNoMoreEventsThanTheLimit() throws {
        let loop = try EventLoop()
        // As many streams as a process with few descriptors can have open at once, four times.
        for _ in 0..<4 {
            let streams = try (0..<125).map { _ in
                let (first, second) = try sockets()
                return (Stream(loop, descriptor: first), Stream(loop, descriptor: second))
            }
            let owners = streams.map { pair in
                let owner = Listening(loop)
                owner.startTimer(milliseconds: 60_000)
                pair.0.owner = owner
                pair.0.resumeReading()
                return owner
            }
            withExtendedLifetime((streams, owners)) {}
        }
        #expect(loop.events.count == EventPool.most)
        #expect(EventPool.most <= 256)
    }
}

import Networking
import Testing

@Suite struct StreamTests {
    @Test func knowsWhetherInputIsUnread() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        let pair = try ConnectedPair(loop, client: client, server: server)
        #expect(!pair.server.hasUnreadInput)
        Array("x".utf8).withUnsafeBytes { pair.client.write($0) }
        pair.client.flush()
        #expect(pair.server.hasUnreadInput && pair.server.hasUnreadInput)
        pair.server.resumeReading()
        server.onEvent = { loop.stop() }
        #expect(runs(loop))
        #expect(server.received.count == 1 && !pair.server.hasUnreadInput)
        // The end also counts as input.
        pair.client.finishWriting()
        #expect(pair.server.hasUnreadInput)
    }

    @Test func allBytesArriveUnderBackPressure() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        let pair = try ConnectedPair(loop, client: client, server: server)
        let sent = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        sent.withUnsafeBytes { pair.client.write($0) }
        // The peer does not read yet. Bytes that the system does not accept are queued.
        #expect(pair.client.pendingOutput > 0)
        pair.client.finishWriting()
        pair.server.resumeReading()
        server.onEvent = { if server.isFinished { loop.stop() } }
        #expect(runs(loop))
        #expect(server.received == sent)
        #expect(client.drained == 1)
        #expect(pair.client.pendingOutput == 0)
        #expect(pair.client.sent == UInt64(sent.count) && pair.server.received == UInt64(sent.count))
    }

    @Test func halfCloseLeavesTheOtherDirectionOpen() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        let pair = try ConnectedPair(loop, client: client, server: server)
        pair.client.resumeReading()
        pair.server.resumeReading()
        pair.client.finishWriting()
        server.onEvent = {
            guard server.isFinished else { return }
            "late".withBytes { pair.server.write($0) }
            pair.server.finishWriting()
        }
        client.onEvent = { if client.isFinished { loop.stop() } }
        #expect(runs(loop))
        #expect(client.received == Array("late".utf8))
    }

    @Test func aResetIsAFailure() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        var pair: ConnectedPair? = try ConnectedPair(loop, client: client, server: server)
        let kept = try #require(pair?.client)
        kept.resumeReading()
        pair?.server.breakOnClose()
        pair = nil
        client.onEvent = { loop.stop() }
        #expect(runs(loop))
        #expect(client.failure != nil && !client.isFinished)
        withExtendedLifetime(kept) {}
    }

    @Test func aPausedStreamReportsNothing() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        let pair = try ConnectedPair(loop, client: client, server: server)
        pair.server.resumeReading()
        pair.server.pauseReading()
        "x".withBytes { pair.client.write($0) }
        #expect(!runs(loop, milliseconds: 50))
        #expect(server.received.isEmpty)
    }
}

extension String {
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        Array(utf8).withUnsafeBytes(body)
    }
}

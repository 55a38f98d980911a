import Networking
import Testing

/// A loop with two connections between which bytes are forwarded: client – relay – server.
private final class Relay: StreamOwner {
    let loop: EventLoop
    let sender: RecordingOwner
    let receiver: RecordingOwner
    let incoming: ConnectedPair
    let outgoing: ConnectedPair
    var forwarded = 0
    var looked: [UInt8] = []
    var hadLast = false
    var stopsAtEnd = true

    init() throws {
        loop = try EventLoop()
        (sender, receiver) = (RecordingOwner(loop), RecordingOwner(loop))
        let nobody = RecordingOwner(loop)
        incoming = try ConnectedPair(loop, client: sender, server: nobody)
        outgoing = try ConnectedPair(loop, client: nobody, server: receiver)
        super.init(loop)
        incoming.server.owner = self
        outgoing.client.owner = self
        outgoing.server.resumeReading()
        receiver.onEvent = { [unowned self] in if receiver.isFinished && stopsAtEnd { loop.stop() } }
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) { looked += bytes }

    override func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {
        forwarded += count
        if isLast { hadLast = true }
    }

    override func streamFinished(_ stream: Stream) { outgoing.client.finishWriting() }

    override func streamFailed(_ stream: Stream, _ error: SystemError) { loop.stop() }

    override func streamDrained(_ stream: Stream) { incoming.server.resumeReading() }
}

@Suite struct StreamForwardingTests {
    private static let sample = (0..<30_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    @Test func largeAmountsReachASlowPeerCompletely() throws {
        let relay = try Relay()
        relay.incoming.server.forward(to: relay.outgoing.client)
        relay.incoming.server.resumeReading()
        relay.outgoing.server.pauseReading()
        Self.sample.withUnsafeBytes { relay.incoming.client.write($0) }
        relay.incoming.client.finishWriting()
        #expect(!runs(relay.loop, milliseconds: 100))
        // The receiver reads nothing yet, so that reading from the sender must pause.
        #expect(relay.forwarded < Self.sample.count / 2)
        relay.outgoing.server.resumeReading()
        #expect(runs(relay.loop))
        #expect(relay.receiver.received == Self.sample)
        #expect(relay.forwarded == Self.sample.count && relay.looked.isEmpty)
        #expect(relay.incoming.server.received == UInt64(Self.sample.count))
        #expect(relay.outgoing.client.sent == UInt64(Self.sample.count))
    }

    @Test func smallAmountsArriveInOrder() throws {
        let relay = try Relay()
        relay.incoming.server.forward(to: relay.outgoing.client)
        relay.incoming.server.resumeReading()
        for round in 0..<50 { "\(round) ".withBytes { relay.incoming.client.write($0) } }
        relay.incoming.client.finishWriting()
        #expect(runs(relay.loop))
        #expect(relay.receiver.received == Array((0..<50).map { "\($0) " }.joined().utf8))
    }

    @Test(arguments: [1, 1000, 32_768, 5_000_000])
    func noMoreThanTheCountIsForwarded(count: Int) throws {
        let relay = try Relay()
        relay.incoming.server.forward(to: relay.outgoing.client, count: UInt64(count))
        relay.incoming.server.resumeReading()
        Self.sample.prefix(count + 100).withUnsafeBytes { relay.incoming.client.write($0) }
        relay.incoming.client.finishWriting()
        #expect(runs(relay.loop))
        #expect(relay.hadLast && relay.forwarded == count)
        #expect(relay.receiver.received == Array(Self.sample.prefix(count)))
        #expect(relay.looked == Array(Self.sample[count..<(count + 100)]))
    }

    @Test func keepsTheOrderOfForwardedAndWrittenBytes() throws {
        let relay = try Relay()
        let count = 8_000_000
        relay.incoming.server.forward(to: relay.outgoing.client, count: UInt64(count))
        relay.incoming.server.resumeReading()
        relay.outgoing.server.pauseReading()
        Self.sample.prefix(count).withUnsafeBytes { relay.incoming.client.write($0) }
        #expect(!runs(relay.loop, milliseconds: 100))
        relay.outgoing.server.resumeReading()
        relay.receiver.onEvent = { [unowned relay] in if relay.hadLast { relay.loop.stop() } }
        #expect(runs(relay.loop))
        "next".withBytes { relay.outgoing.client.write($0) }
        relay.outgoing.client.finishWriting()
        relay.receiver.onEvent = { [unowned relay] in if relay.receiver.isFinished { relay.loop.stop() } }
        #expect(runs(relay.loop))
        #expect(relay.receiver.received == Self.sample.prefix(count) + Array("next".utf8))
    }

    @Test func bytesWrittenInOneTurnAreSentTogether() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        let pair = try ConnectedPair(loop, client: client, server: server)
        pair.server.resumeReading()
        var pieces = 0
        server.onEvent = {
            pieces += 1
            loop.stop()
        }
        "head ".withBytes { pair.client.write($0) }
        "body".withBytes { pair.client.write($0) }
        #expect(pair.client.sent == 0)
        #expect(runs(loop))
        #expect(pieces == 1 && server.received == Array("head body".utf8))
        " more".withBytes { pair.client.write($0) }
        pair.client.flush()
        #expect(pair.client.sent == 14)
        #expect(runs(loop))
        #expect(server.received == Array("head body more".utf8))
    }

    @Test func aStreamMayBeReleasedBetweenFlushAndEndOfTurn() throws {
        let loop = try EventLoop()
        var pair: ConnectedPair? = try ConnectedPair(loop, client: RecordingOwner(loop), server: RecordingOwner(loop))
        "sent".withBytes { pair?.client.write($0) }
        pair?.client.flush()
        pair = nil
        #expect(!runs(loop, milliseconds: 10))
    }

    @Test func aReleasedStreamSendsItsHeldBackBytes() throws {
        let loop = try EventLoop()
        let (client, server) = (RecordingOwner(loop), RecordingOwner(loop))
        var pair: ConnectedPair? = try ConnectedPair(loop, client: client, server: server)
        let reader = try #require(pair?.server)
        reader.resumeReading()
        server.onEvent = { if server.isFinished { loop.stop() } }
        "last words".withBytes { pair?.client.write($0) }
        pair = nil
        #expect(runs(loop))
        #expect(server.received == Array("last words".utf8))
    }

    @Test func aBusyTurnSendsBeforeItsEnd() throws {
        let loop = try EventLoop()
        let pairs = try (0..<64).map { _ in
            try ConnectedPair(loop, client: RecordingOwner(loop), server: RecordingOwner(loop))
        }
        for pair in pairs { "now".withBytes { pair.client.write($0) } }
        #expect(pairs.allSatisfy { $0.client.sent == 3 })
    }
}

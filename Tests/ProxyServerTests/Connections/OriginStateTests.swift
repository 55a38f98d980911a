import InternetNames
import LoopPeers
import Networking
import Testing

@testable import ProxyServer

@Suite(.timeLimit(.minutes(1))) struct OriginStateTests {
    private final class Reader: StreamOwner {
        override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {}
    }

    /// An origin that has sent so many bytes before the exchange, and its other end.
    private static func origin(_ loop: EventLoop, sent count: Int = 0) throws -> (ConnectedOrigin, Peer, Reader) {
        let (peer, descriptor, _) = try Peer.connected(loop)
        let reader = Reader(loop)
        let stream = Stream(loop, descriptor: descriptor, owner: reader)
        stream.resumeReading()
        peer.send([UInt8](repeating: 0x61, count: count))
        #expect(loop.run { stream.received == UInt64(count) })
        return (ConnectedOrigin(stream, at: .v4(0x7F00_0001)), peer, reader)
    }

    @Test func bytesOfTheExchangeBeforeDoNotCount() throws {
        let loop = try EventLoop()
        let (origin, peer, reader) = try Self.origin(loop, sent: 7)
        let state = OriginState.connected(origin)
        #expect(state.received == 0)
        peer.send("abc")
        #expect(loop.run { state.received == 3 })
        #expect(OriginState.none(received: state.received).received == 3)
        withExtendedLifetime(reader) {}
    }

    @Test func onlyAConnectionHasAStreamAndAnEnd() throws {
        let loop = try EventLoop()
        let (origin, peer, reader) = try Self.origin(loop)
        var none = OriginState.none(received: 5)
        none.noteFinished()
        none.noteRelayed()
        #expect(none.stream == nil && !none.hasFinished && none.received == 5)
        var connecting = OriginState.connecting(Connector(loop, to: [], milliseconds: 1000) { _ in })
        connecting.noteFinished()
        #expect(connecting.stream == nil && !connecting.hasFinished && connecting.received == 0)
        var connected = OriginState.connected(origin)
        connected.noteFinished()
        #expect(connected.stream === origin.stream && connected.hasFinished)
        withExtendedLifetime((peer, reader)) {}
    }

    @Test func aClosedOriginIsNotAtRest() throws {
        let loop = try EventLoop()
        var (origin, peer, reader) = try Self.origin(loop)
        #expect(origin.isAtRest)
        origin.hasFinished = true
        #expect(!origin.isAtRest)
        withExtendedLifetime((peer, reader)) {}
    }

    /// A relay leaves what comes after the response unread.
    @Test func aRelayedOriginWithUnreadBytesIsNotAtRest() throws {
        let loop = try EventLoop()
        var (origin, peer, reader) = try Self.origin(loop)
        origin.stream.pauseReading()
        origin.isRelayed = true
        #expect(origin.isAtRest)
        peer.send("late")
        let stream = origin.stream
        #expect(loop.run { stream.hasUnreadInput })
        #expect(!origin.isAtRest)
        withExtendedLifetime((peer, reader)) {}
    }
}

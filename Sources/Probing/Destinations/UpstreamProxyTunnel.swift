import ForwardProxy
import InternetNames
import Networking

/// A connection to an upstream proxy while it opens a tunnel to a server. Carries out the commands of an
/// `UpstreamProxyHandshake`.
///
/// Lives on one loop. Releasing it closes its connection; no handler is called then.
public final class UpstreamProxyTunnel: StreamOwner {
    private var stream: Stream?
    private var handshake: UpstreamProxyHandshake
    private var handler: ((Result<Opened, UpstreamProxyFailure>) -> Void)?

    /// An open tunnel.
    public struct Opened {
        /// The connection. Its receiver sets another owner.
        public var stream: Stream
        /// The bytes that the server has already sent.
        public var early: [UInt8]
    }

    /// Asks for a tunnel on a connection to the upstream proxy, which it owns from now on.
    ///
    /// - Parameters:
    ///   - milliseconds: The time for the whole answer.
    ///   - handler: Called once, on the loop, never before this initializer returns.
    public init(
        _ loop: EventLoop, descriptor: Int32, _ handshake: UpstreamProxyHandshake, milliseconds: Int,
        handler: @escaping (Result<Opened, UpstreamProxyFailure>) -> Void
    ) {
        self.handshake = handshake
        self.handler = handler
        super.init(loop)
        let stream = Stream(loop, descriptor: descriptor, owner: self)
        self.stream = stream
        startTimer(milliseconds: milliseconds)
        carryOut(self.handshake.handle(.connected))
        stream.resumeReading()
    }

    private func carryOut(_ command: UpstreamProxyHandshake.Command) {
        switch command {
        case .send(let bytes):
            bytes.withUnsafeBytes { stream?.write($0) }
        case .wait:
            break
        case .open(let early):
            guard let stream else { return }
            stream.pauseReading()
            finish(.success(Opened(stream: stream, early: Array(early))))
        case .fail(let failure):
            finish(.failure(failure))
        }
    }

    private func finish(_ result: Result<Opened, UpstreamProxyFailure>) {
        cancelTimer()
        stream = nil
        let handler = self.handler
        self.handler = nil
        handler?(result)
    }

    override public func timerFired() {
        carryOut(handshake.handle(.deadlinePassed))
    }

    override public func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        carryOut(handshake.handle(.received(Array(bytes)[...])))
    }

    override public func streamFinished(_ stream: Stream) {
        carryOut(handshake.handle(.closed))
    }

    override public func streamFailed(_ stream: Stream, _ error: SystemError) {
        carryOut(handshake.handle(.closed))
    }
}

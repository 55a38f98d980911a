import Networking
import TransportSecurity

/// Runs a loop until it is stopped or the time is up; returns whether it was stopped.
func runs(_ loop: EventLoop, milliseconds: Int = 5000) -> Bool {
    var timedOut = false
    let limit = Timer(loop) {
        timedOut = true
        loop.stop()
    }
    limit.start(milliseconds: milliseconds)
    loop.run()
    return !timedOut
}

let loopback = SocketAddress(.v4(0x7F00_0001), port: 0)

/// Records the events of a stream, and stops the loop at its end.
final class RecordingOwner: StreamOwner {
    var received: [UInt8] = []
    var isFinished = false
    var failure: SystemError?
    var drained = 0
    var onEvent: () -> Void = {}

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        received += bytes
        onEvent()
    }

    override func streamFinished(_ stream: Stream) {
        isFinished = true
        onEvent()
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        failure = error
        onEvent()
    }

    override func streamDrained(_ stream: Stream) {
        drained += 1
        onEvent()
    }
}

/// Two streams on one loop, connected to each other.
struct ConnectedPair {
    let client: Stream
    let server: Stream

    init(_ loop: EventLoop, client clientOwner: RecordingOwner, server serverOwner: RecordingOwner) throws {
        var accepted: Int32?
        var connected: Int32?
        func stopWhenBoth() { if accepted != nil && connected != nil { loop.stop() } }
        let listener = Listener(loop, try ListeningSocket(loopback)) { descriptor, _ in
            accepted = descriptor
            stopWhenBoth()
        }
        let connector = Connector(loop, to: [listener.address], milliseconds: 1000) { result in
            connected = try? result.get().descriptor
            stopWhenBoth()
        }
        guard runs(loop), let accepted, let connected else { throw SystemError(number: 1, operation: "pair") }
        withExtendedLifetime((listener, connector)) {}
        client = Stream(loop, descriptor: connected, owner: clientOwner)
        server = Stream(loop, descriptor: accepted, owner: serverOwner)
    }
}

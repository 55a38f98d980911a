import CLibevent

/// The `event` of libevent that waits for the socket of a stream. Does the same as `DescriptorEvent`, but without an
/// object and a closure, because a proxy creates two of these for each tunnel.
///
/// The stream must give the event back to the loop before its descriptor is closed.
struct StreamEvent {
    private let event: OpaquePointer

    /// The condition to wait for.
    enum Kind {
        case readable
        case writable
    }

    /// Creates an event that does not wait yet; nil if there is no memory.
    init?(_ kind: Kind, of stream: Stream) {
        let context = Unmanaged.passUnretained(stream).toOpaque()
        let made: OpaquePointer?
        switch kind {
        case .readable:
            made = stream.loop.events.next(stream.descriptor, EV_READ | EV_PERSIST, context) { _, _, context in
                StreamEvent.stream(context)?.read()
            }
        case .writable:
            made = stream.loop.events.next(stream.descriptor, EV_WRITE | EV_PERSIST, context) { _, _, context in
                StreamEvent.stream(context)?.peerTakesMore()
            }
        }
        guard let made else { return nil }
        event = made
    }

    /// Starts waiting. Returns false if the system refuses.
    func add() -> Bool {
        event_add(event, nil) == 0
    }

    /// Stops waiting.
    func remove() {
        event_del(event)
    }

    /// Makes the loop call the stream soon, as if its socket were ready.
    func activate() {
        event_active(event, Int32(EV_READ), 0)
    }

    /// Stops waiting and returns the event to the loop for reuse.
    func giveBack(to loop: EventLoop) {
        loop.events.keep(event)
    }

    private static func stream(_ context: UnsafeMutableRawPointer?) -> Stream? {
        context.map { Unmanaged<Stream>.fromOpaque($0).takeUnretainedValue() }
    }
}

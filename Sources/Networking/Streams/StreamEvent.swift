import CLibevent

/// The `event` of libevent by which a stream waits for its socket: what a `DescriptorEvent` is to others, without an object
/// and a closure of its own, since a proxy makes and drops two of these for each tunnel.
///
/// It belongs to its stream, which gives it back to the loop before the descriptor is closed.
struct StreamEvent {
    private let event: OpaquePointer

    /// What to wait for.
    enum Kind {
        case readable
        case writable
    }

    /// An event of that stream, which does not wait yet; nil where there is no memory.
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

    /// Begins to wait; false where the system does not let it.
    func add() -> Bool {
        event_add(event, nil) == 0
    }

    /// Stops waiting.
    func remove() {
        event_del(event)
    }

    /// Has the stream called soon, from the loop, as if its socket were ready.
    func activate() {
        event_active(event, Int32(EV_READ), 0)
    }

    /// Gives it up, and with it every wait; that loop, its stream's, has it serve another.
    func giveBack(to loop: EventLoop) {
        loop.events.keep(event)
    }

    private static func stream(_ context: UnsafeMutableRawPointer?) -> Stream? {
        context.map { Unmanaged<Stream>.fromOpaque($0).takeUnretainedValue() }
    }
}

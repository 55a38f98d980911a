import CLibevent

/// The `event` of libevent by which a stream waits for its socket: what a `DescriptorEvent` is to others, without an object
/// and a closure of its own, since a proxy makes and drops two of these for each tunnel.
///
/// It belongs to its stream, which frees it before the descriptor is closed.
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
            made = event_new(
                stream.loop.base, stream.descriptor, Int16(EV_READ | EV_PERSIST),
                { _, _, context in StreamEvent.stream(context)?.read() }, context)
        case .writable:
            made = event_new(
                stream.loop.base, stream.descriptor, Int16(EV_WRITE | EV_PERSIST),
                { _, _, context in StreamEvent.stream(context)?.peerTakesMore() }, context)
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

    /// Gives it up, and with it every wait.
    func free() {
        event_free(event)
    }

    private static func stream(_ context: UnsafeMutableRawPointer?) -> Stream? {
        context.map { Unmanaged<Stream>.fromOpaque($0).takeUnretainedValue() }
    }
}

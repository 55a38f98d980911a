import CLibevent

/// Event objects of libevent that are not in use, kept for the next streams and owners. A proxy needs four of them for
/// each tunnel.
///
/// The events kept here are neither pending nor active.
final class EventPool {
    private let base: OpaquePointer
    /// The first `count` elements hold an event. Not an `Array`, because its checks would cost as much as the reuse
    /// saves: the pool is used eight times for each tunnel.
    private let places = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: EventPool.most)
    /// The number of events that are kept.
    private(set) var count = 0

    /// Creates an empty pool for a loop.
    init(_ base: OpaquePointer) {
        self.base = base
    }

    deinit {
        places.deallocate()
    }

    /// An event with the arguments of `event_new`, not yet added; nil if there is no memory.
    func next(
        _ descriptor: Int32, _ what: Int32, _ context: UnsafeMutableRawPointer, _ callback: event_callback_fn
    ) -> OpaquePointer? {
        guard count > 0 else { return event_new(base, descriptor, Int16(what), callback, context) }
        count -= 1
        let event = places[count]
        guard event_assign(event, base, descriptor, Int16(what), callback, context) == 0 else {
            event_free(event)
            return nil
        }
        return event
    }

    /// Takes an event back and stops its waiting. Must be called before its descriptor is closed.
    func keep(_ event: OpaquePointer) {
        guard count < Self.most else { return event_free(event) }
        event_del(event)
        places[count] = event
        count += 1
    }

    /// Frees all events. Must be called before the loop is freed.
    func removeAll() {
        for place in 0..<count { event_free(places[place]) }
        count = 0
    }

    /// The largest number of events to keep, 32 KiB: enough for the tunnels that end at once.
    static let most = 256
}

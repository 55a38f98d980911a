import CLibevent

/// The `event`s of libevent that nobody on a loop waits by at the moment: those of streams and owners that are gone serve
/// the next ones, since a proxy needs four of them for each tunnel.
///
/// What is kept here is neither pending nor active and calls nobody.
final class SpareEvents {
    private let base: OpaquePointer
    /// The first `count` of these places hold an event. No array: what is done here is done eight times for each tunnel, and
    /// would cost as much as it spares.
    private let places = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: SpareEvents.most)
    /// How many are kept at the moment.
    private(set) var count = 0

    /// None yet, of that loop.
    init(_ base: OpaquePointer) {
        self.base = base
    }

    deinit {
        places.deallocate()
    }

    /// An event that calls back with that context once it is added and what it is for happens, as of `event_new`; nil
    /// where there is no memory.
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

    /// Takes an event back, and with it every wait. To be called before its descriptor is closed.
    func keep(_ event: OpaquePointer) {
        guard count < Self.most else { return event_free(event) }
        event_del(event)
        places[count] = event
        count += 1
    }

    /// Frees them all, as must be done before their loop is.
    func removeAll() {
        for place in 0..<count { event_free(places[place]) }
        count = 0
    }

    /// How many are kept: those of as many tunnels as end at once, 32 KiB.
    static let most = 256
}

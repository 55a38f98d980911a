import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One `event_base` of libevent and the thread that runs it.
///
/// What lives on a loop (timers, streams, listeners) is created, used and released on the thread that runs it; none
/// of it is `Sendable`. Other threads reach a loop through a `Mailbox` alone.
public final class EventLoop {
    let base: OpaquePointer
    /// Where streams of this loop read into; one buffer serves them all, since only one reads at a time.
    let scratch: UnsafeMutableRawBufferPointer
    /// What moves bytes between sockets inside the kernel.
    let pipes = PipePool()
    /// Arrays for streams that hold bytes back.
    var buffers = SpareBuffers()
    /// What streams and their owners wait by, once they no longer do.
    let events: SpareEvents
    /// Streams that hold bytes back until this turn of the loop ends.
    private var holding: [Holding] = []

    /// A loop with nothing on it; throws where the system grants no polling descriptor.
    public init() throws(SystemError) {
        // libevent ends the process where it cannot open what signals are told by, and polls without epoll where it cannot
        // open that.
        try DescriptorLimit.probe(Self.descriptors)
        // Every event is one descriptor and one thread; libevent's own locks would only cost.
        guard let configuration = event_config_new() else {
            throw SystemError(number: ENOMEM, operation: "event_config_new")
        }
        defer { event_config_free(configuration) }
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_NOLOCK.rawValue))
        // Interests that come and go within one turn of the loop cost no system call. That forbids `dup`, which nothing
        // on a loop does.
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST.rawValue))
        guard let base = event_base_new_with_config(configuration) else { throw SystemError.last("event_base_new") }
        self.base = base
        events = SpareEvents(base)
        scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.scratchSize, alignment: 16)
    }

    deinit {
        events.removeAll()
        event_base_free(base)
        scratch.deallocate()
    }

    /// Handles events until `stop` is called, even while there is none to wait for. An error says that the system refuses
    /// to wait for events on this loop, so that nothing on it will ever happen again.
    @discardableResult public func run() -> SystemError? {
        repeat {
            flush()
            if event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY | EVLOOP_ONCE) < 0 {
                return SystemError.last("epoll_wait")
            }
        } while event_base_got_break(base) == 0
        flush()
        return nil
    }

    /// Ends `run` after the event that is being handled. To be called on the loop's own thread.
    public func stop() {
        event_base_loopbreak(base)
    }

    /// What a loop takes: one descriptor to poll by, and two by which signals are told.
    public static let descriptors = 3
    /// How many streams hold bytes back at most, so that the first of them does not wait long in a busy turn.
    private static let holdingLimit = 64
    /// How much one read takes at most. A quarter of a megabyte a loop costs nothing and spares system calls in bulk.
    private static let scratchSize = 256 * 1024
}

// MARK: - The end of a turn

extension EventLoop {
    /// A stream that holds bytes back. Where it is released before its time, it sends them itself.
    private struct Holding {
        unowned let stream: Stream
        let identity: ObjectIdentifier
    }

    /// Has what the stream holds back sent when this turn ends. What is sent together wakes those who wait for it together,
    /// which spares them and us turns.
    func flushLater(_ stream: Stream) {
        holding.append(Holding(stream: stream, identity: ObjectIdentifier(stream)))
        if holding.count >= Self.holdingLimit { flush() }
    }

    /// Takes note that this stream is about to be gone.
    func forget(_ identity: ObjectIdentifier) {
        holding.removeAll { $0.identity == identity }
    }

    private func flush() {
        for held in holding { held.stream.turnEnded() }
        holding.removeAll(keepingCapacity: true)
    }
}

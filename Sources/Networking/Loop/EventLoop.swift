import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One `event_base` of libevent and the thread that runs it.
///
/// Objects on a loop (timers, streams, listeners) are created, used and released on the thread that runs it, and are
/// not `Sendable`. Other threads reach a loop only through a `Mailbox`.
public final class EventLoop {
    let base: OpaquePointer
    /// The buffer that all streams of this loop read into. One is enough, because only one stream reads at a time.
    let scratch: UnsafeMutableRawBufferPointer
    /// Pipes for moving bytes between sockets inside the kernel.
    let pipes = PipePool()
    /// Arrays for the output that streams hold back.
    var buffers = BufferPool()
    /// Event objects of closed streams and their owners, kept for reuse.
    let events: EventPool
    /// The number of the present turn.
    private(set) var turn: UInt64 = 0
    /// The streams that hold back output until the end of this turn of the loop.
    private var holding: [Holding] = []

    /// Creates a loop. Throws an error if the system grants no descriptor for polling.
    public init() throws(SystemError) {
        // libevent ends the process if it cannot open its descriptors for signals, and falls back from epoll to poll if
        // it cannot open the one for epoll.
        try DescriptorLimit.probe(Self.descriptors)
        // Each event is used by one thread only, so libevent's own locks are not needed.
        guard let configuration = event_config_new() else {
            throw SystemError(number: ENOMEM, operation: "event_config_new")
        }
        defer { event_config_free(configuration) }
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_NOLOCK.rawValue))
        // With a change list, waiting that starts and stops within one turn of the loop costs no system call. This
        // forbids `dup` of descriptors on a loop; no code does that.
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST.rawValue))
        guard let base = event_base_new_with_config(configuration) else { throw SystemError.last("event_base_new") }
        self.base = base
        events = EventPool(base)
        scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.scratchSize, alignment: 16)
    }

    /// The version of libevent in use, such as `2.1.12-stable`.
    public static var libraryVersion: String {
        event_get_version().map { String(cString: $0) } ?? "unknown"
    }

    deinit {
        events.removeAll()
        event_base_free(base)
        scratch.deallocate()
    }

    /// Handles events until `stop` is called, even while there is nothing to wait for. Returns an error if the system
    /// refuses to wait for events; nothing on this loop will happen any more.
    @discardableResult public func run() -> SystemError? {
        repeat {
            flush()
            turn &+= 1
            if event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY | EVLOOP_ONCE) < 0 {
                return SystemError.last("event_base_loop")
            }
        } while event_base_got_break(base) == 0
        flush()
        return nil
    }

    /// Ends `run` after the current event. Must be called on the loop's own thread.
    public func stop() {
        event_base_loopbreak(base)
    }

    /// Reads the clock, from which timers count. A loop reads it once a turn. Without another reading, a timer that is
    /// started late in a long turn expires early.
    public func updateTime() {
        event_base_update_cache_time(base)
    }

    /// The number of descriptors of a loop: one for polling and two for signals.
    public static let descriptors = 3
    /// The largest number of streams that hold back output. The limit bounds the delay for the first stream in a busy
    /// turn.
    private static let holdingLimit = 64
    /// The largest read in bytes. Bulk transfers need fewer system calls with a large buffer, of which each loop has
    /// one.
    private static let scratchSize = 256 * 1024
}

// MARK: - The end of a turn

extension EventLoop {
    /// A stream that holds back output. A stream that is released earlier sends its output itself.
    private struct Holding {
        unowned let stream: any OutputHolder
        let identity: ObjectIdentifier
    }

    /// Sends the output that the stream holds back at the end of this turn. Sending the output of several streams
    /// together wakes their peers together, which saves turns on both sides.
    func flushLater(_ stream: any OutputHolder) {
        holding.append(Holding(stream: stream, identity: ObjectIdentifier(stream)))
        if holding.count >= Self.holdingLimit { flush() }
    }

    /// Removes a stream that is about to be released.
    func forget(_ identity: ObjectIdentifier) {
        holding.removeAll { $0.identity == identity }
    }

    private func flush() {
        for held in holding { held.stream.turnEnded() }
        holding.removeAll(keepingCapacity: true)
    }
}

/// An object that holds back output until the end of a turn of its loop.
protocol OutputHolder: AnyObject {
    /// Sends the output.
    func turnEnded()
}

/// Byte arrays for output that streams of one loop hold back, kept for reuse. An idle stream needs no array, and a busy
/// one does not allocate a new one each time.
struct BufferPool {
    private var spare: [[UInt8]] = []

    /// An empty array, with reserved capacity if one is available.
    mutating func next() -> [UInt8] {
        spare.popLast() ?? []
    }

    /// Keeps the array for reuse, unless it is too large or enough are kept.
    mutating func keep(_ buffer: consuming [UInt8]) {
        guard spare.count < Self.most, buffer.capacity > 0, buffer.capacity <= Self.largest else { return }
        buffer.removeAll(keepingCapacity: true)
        spare.append(buffer)
    }

    /// The largest number of arrays to keep, as many as streams hold back output at once.
    private static let most = 64
    /// The largest capacity to keep, in bytes.
    private static let largest = 16 * 1024
}

/// Empty pipes of one loop, kept for reuse. A pipe returns here as soon as it is empty. A thousand idle tunnels thus
/// share a few pipes.
final class PipePool {
    private var idle: [Pipe] = []

    /// An empty pipe; nil if the system grants none.
    func take() -> Pipe? {
        idle.popLast() ?? Pipe()
    }

    /// Takes a pipe back. A pipe that is not empty is closed, because its bytes belong to one connection.
    func give(_ pipe: Pipe) {
        if pipe.count == 0, idle.count < Self.limit { idle.append(pipe) }
    }

    /// The largest number of pipes to keep, about as many as a busy loop uses at once.
    private static let limit = 32
}

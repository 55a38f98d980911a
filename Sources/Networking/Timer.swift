import CLibevent

/// A handler that runs once, some time after it was started, on its loop.
public final class Timer {
    private var event: OpaquePointer?
    private let handler: () -> Void
    /// Whether the timer was started and has not run yet.
    public private(set) var isRunning = false

    /// A timer of that loop, not started.
    public init(_ loop: EventLoop, handler: @escaping () -> Void) {
        self.handler = handler
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = event_new(
            loop.base, -1, 0,
            { _, _, context in
                guard let context else { return }
                let timer = Unmanaged<Timer>.fromOpaque(context).takeUnretainedValue()
                timer.isRunning = false
                timer.handler()
            }, context)
    }

    deinit {
        if let event { event_free(event) }
    }

    /// Runs the handler after that many milliseconds from now, and not at the time set before.
    public func start(milliseconds: Int) {
        guard let event else { return }
        var interval = timeval(
            tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
        isRunning = event_add(event, &interval) == 0
    }

    /// Forgets the time set.
    public func cancel() {
        guard isRunning, let event else { return }
        event_del(event)
        isRunning = false
    }
}

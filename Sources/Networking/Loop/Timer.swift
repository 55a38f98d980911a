import CLibevent

/// A handler that runs once on its loop, a given time after the timer was started.
public final class Timer {
    private var event: OpaquePointer?
    private let handler: () -> Void
    /// Whether the timer was started and is not due yet.
    public private(set) var isRunning = false

    /// Creates a timer on a loop.
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

    /// Starts the timer for a number of milliseconds from now, in place of any earlier setting.
    public func start(milliseconds: Int) {
        guard let event else { return }
        var interval = timeval(
            tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
        isRunning = event_add(event, &interval) == 0
    }

    /// Cancels the timer.
    public func cancel() {
        guard isRunning, let event else { return }
        event_del(event)
        isRunning = false
    }
}

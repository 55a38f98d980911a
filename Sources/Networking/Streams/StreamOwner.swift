import CLibevent

/// The owner of streams: receives their events, and has one timer. The owner is never called during a call to one of
/// its streams.
///
/// The owner is a class to derive from and not a protocol, because its methods are called for all received data, and a
/// timer as a separate object would be one more for each client. Events whose method is not overridden are ignored.
open class StreamOwner {
    private let loop: EventLoop
    private var event: OpaquePointer?

    /// Creates an owner for streams of a loop, with no timer running.
    public init(_ loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        if let event { loop.events.keep(event) }
    }

    /// Called when bytes arrived. The bytes are in the loop's buffer and only valid during this call.
    open func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {}

    /// Called when bytes were forwarded by `forward`. `isLast` means that the requested number of bytes is reached.
    open func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {}

    /// Called when the peer has finished sending; it may still receive.
    open func streamFinished(_ stream: Stream) {}

    /// Called when the connection failed in either direction. No further event follows.
    open func streamFailed(_ stream: Stream, _ error: SystemError) {}

    /// Called when all output was sent after a part of it had to wait.
    open func streamDrained(_ stream: Stream) {}

    /// Called when the timer has run down.
    open func timerFired() {}

    /// Starts the timer with a number of milliseconds, in place of any earlier time.
    public final func startTimer(milliseconds: Int) {
        if event == nil {
            event = loop.events.next(-1, 0, Unmanaged.passUnretained(self).toOpaque()) { _, _, context in
                guard let context else { return }
                Unmanaged<StreamOwner>.fromOpaque(context).takeUnretainedValue().timerFired()
            }
        }
        guard let event else { return }
        var interval = timeval(tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
        event_add(event, &interval)
    }

    /// Cancels the timer.
    public final func cancelTimer() {
        if let event { event_del(event) }
    }
}

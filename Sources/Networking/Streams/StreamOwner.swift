import CLibevent

/// Whoever streams belong to: told what happens on them, and woken by one alarm. Never called from within a call to a
/// stream.
///
/// A class to derive from: a proxy calls it for all that arrives, and an alarm of its own would be one more object for
/// each client. What is not overridden is ignored.
open class StreamOwner {
    private let loop: EventLoop
    private var event: OpaquePointer?

    /// An owner of streams of that loop, without an alarm.
    public init(_ loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        if let event { loop.events.keep(event) }
    }

    /// Bytes arrived. They are the loop's, and gone after this call.
    open func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {}

    /// Bytes arrived and went on to where `forward` said; `isLast` where these were the last that it is to forward.
    open func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {}

    /// The peer will send no more; it may still read.
    open func streamFinished(_ stream: Stream) {}

    /// The connection broke, in either direction; nothing more will happen on it.
    open func streamFailed(_ stream: Stream, _ error: SystemError) {}

    /// Everything that was written has gone to the system, after some of it had to wait.
    open func streamDrained(_ stream: Stream) {}

    /// The alarm rang.
    open func alarmRang() {}

    /// Has the alarm ring once after that many milliseconds from now, and not at the time set before.
    public final func setAlarm(milliseconds: Int) {
        if event == nil {
            event = loop.events.next(-1, 0, Unmanaged.passUnretained(self).toOpaque()) { _, _, context in
                guard let context else { return }
                Unmanaged<StreamOwner>.fromOpaque(context).takeUnretainedValue().alarmRang()
            }
        }
        guard let event else { return }
        var interval = timeval(tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
        event_add(event, &interval)
    }

    /// Forgets the time set.
    public final func cancelAlarm() {
        if let event { event_del(event) }
    }
}

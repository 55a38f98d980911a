/// A handler that runs on a loop whenever the process gets a signal.
public final class SignalEvent {
    private let event: DescriptorEvent

    /// Takes over that signal for the life of this object. One loop of the process may watch signals.
    public init(_ loop: EventLoop, signal: Int32, handler: @escaping () -> Void) {
        event = DescriptorEvent(loop, signal, .signal, handler: handler)
        event.enable()
    }
}

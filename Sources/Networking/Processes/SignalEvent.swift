/// A handler that runs on a loop each time the process receives a signal.
public final class SignalEvent {
    private let event: DescriptorEvent

    /// Handles a signal for the lifetime of this object. Only one loop of the process may watch signals.
    public init(_ loop: EventLoop, signal: Int32, handler: @escaping () -> Void) {
        event = DescriptorEvent(loop, signal, .signal, handler: handler)
        event.enable()
    }
}

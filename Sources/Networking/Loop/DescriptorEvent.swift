import CLibevent

/// A handler that runs on a loop each time a descriptor is readable, or writable.
///
/// Owns the `event` of libevent. The descriptor is borrowed and must outlive this object.
final class DescriptorEvent {
    private var event: OpaquePointer?
    private let handler: () -> Void
    private(set) var isEnabled = false

    /// The condition to wait for.
    enum Kind {
        case readable
        case writable
        case signal

        fileprivate var flags: Int16 {
            switch self {
            case .readable: return Int16(EV_READ | EV_PERSIST)
            case .writable: return Int16(EV_WRITE | EV_PERSIST)
            case .signal: return Int16(EV_SIGNAL | EV_PERSIST)
            }
        }
    }

    init(_ loop: EventLoop, _ descriptor: Int32, _ kind: Kind, handler: @escaping () -> Void) {
        self.handler = handler
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = event_new(
            loop.base, descriptor, kind.flags,
            { _, _, context in
                guard let context else { return }
                let event = Unmanaged<DescriptorEvent>.fromOpaque(context).takeUnretainedValue()
                event.handler()
            }, context)
    }

    deinit {
        if let event { event_free(event) }
    }

    /// Starts waiting.
    func enable() {
        guard !isEnabled, let event else { return }
        isEnabled = event_add(event, nil) == 0
    }

    /// Stops waiting.
    func disable() {
        guard isEnabled, let event else { return }
        event_del(event)
        isEnabled = false
    }
}

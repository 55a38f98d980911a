/// A wait for the result of a probe. Releasing it cancels the wait, and not the probe.
public final class ProbeWait {
    private let handler: (ProbeResult) -> Void

    init(_ handler: @escaping (ProbeResult) -> Void) {
        self.handler = handler
    }

    /// Calls the handler.
    func ended(_ result: ProbeResult) {
        handler(result)
    }
}

import Metrics
import Networking
import Synchronization
import TransportSecurity

/// The counts and results of reloads of the configuration. The start is not counted, but before the first reload its
/// time is that of the last success.
package final class ReloadCounters: Sendable {
    private let succeeded = Counter()
    private let failed = Counter()
    private let state = Mutex(State())

    private struct State: Sendable {
        var lastSuccess = WallClock.now
        var wasSuccessful = true
    }

    /// Counts a reload.
    package func count(isSuccess: Bool, at time: Instant) {
        (isSuccess ? succeeded : failed).add()
        state.withLock { state in
            state.wasSuccessful = isSuccess
            if isSuccess { state.lastSuccess = time }
        }
    }

    /// The present metrics.
    package var families: [MetricFamily] {
        let state = state.withLock { $0 }
        return [
            .counter("atsproxy_reloads", "Reloads of the configuration.", succeeded.value + failed.value),
            .counter(
                "atsproxy_reload_failures", "Reloads that changed nothing, because something was not valid.",
                failed.value),
            .gauge(
                "atsproxy_last_reload_successful", "1 if the last reload or the start succeeded, else 0.",
                state.wasSuccessful ? 1 : 0),
            MetricFamily(
                "atsproxy_last_reload_success_timestamp_seconds", .gauge,
                "When the configuration in force was read, in seconds since 1970.",
                [.init([], .number(Double(state.lastSuccess.milliseconds) / 1000))]),
        ]
    }
}

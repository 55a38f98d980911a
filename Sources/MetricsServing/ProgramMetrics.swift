import Metrics
import Networking
import OpenSSL
import ProxyServer
import Recording
import Synchronization

/// The metrics of the program: those of the proxy once it has started, of its configuration, and of the process. Any
/// thread may read them.
package final class ProgramMetrics: Sendable {
    /// The results of reloads.
    package let reloads = ReloadCounters()
    private let state = Mutex(State())

    private struct State: Sendable {
        var server: Server?
        var dates = DataFileDates()
    }

    /// Creates the metrics of a program whose proxy does not listen yet.
    package init() {}

    /// Adds the metrics of a proxy that listens.
    package func use(_ server: Server) {
        state.withLock { $0.server = server }
    }

    /// Sets the dates of the data files in use.
    package func use(_ dates: DataFileDates) {
        state.withLock { $0.dates = dates }
    }

    /// Whether the proxy takes new clients.
    package var readiness: Readiness {
        guard let server = state.withLock({ $0.server }) else { return .starting }
        return server.isDraining ? .draining : .ready
    }

    /// All present metrics.
    package var families: [MetricFamily] {
        let state = state.withLock { $0 }
        return [build, ready] + (state.server?.metrics ?? []) + reloads.families + [state.dates.family]
            + ProcessStatistics.now.families
    }

    private var build: MetricFamily {
        MetricFamily(
            "atsproxy_build", .info, "The versions of the program and of its libraries.",
            [
                .init(
                    [
                        .init("version", ServerVersion.number), .init("openssl", OpenSSLVersion.number),
                        .init("libevent", EventLoop.libraryVersion),
                    ], .integer(1))
            ])
    }

    private var ready: MetricFamily {
        .gauge(
            "atsproxy_ready", "1 while the proxy takes new clients; 0 before it listens and while it drains.",
            readiness == .ready ? 1 : 0)
    }
}

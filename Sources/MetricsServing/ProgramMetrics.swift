import DataInUse
import Metrics
import Networking
import OpenSSL
import ProxyServer
import Recording
import Settings
import Synchronization
import TransportSecurity

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

/// The dates that the data files in use state, for metrics.
package struct DataFileDates: Hashable, Sendable {
    /// The date of the system's roots; nil if an option names another file, which has no date.
    package var roots: Instant?
    /// The date of the list of Certificate Transparency logs; nil if the list states none.
    package var logList: Instant?
    /// The date of the public suffix list.
    package var publicSuffixes: Instant?

    /// Creates dates without any file.
    package init() {}

    /// The dates of the data in a configuration.
    package init(of configuration: ServerConfiguration, _ settings: ServeSettings) {
        logList = configuration.rules.transparencyLogs?.date
        roots = settings.trust.roots == nil ? CurrentData.choice(.roots).date : nil
        publicSuffixes = CurrentData.choice(.publicSuffixes).date
    }

    /// The metric with the dates. A file whose date is not known has no sample.
    package var family: MetricFamily {
        let dates = [("roots", roots), ("ct-log-list", logList), ("public-suffixes", publicSuffixes)]
        return MetricFamily(
            "atsproxy_data_file_timestamp_seconds", .gauge,
            "The date of a data file as the file says it, in seconds since 1970; none if it says no date.",
            dates.compactMap { name, date in
                date.map { .init([.init("file", name)], .integer(Int($0.seconds))) }
            })
    }
}

import Console
import MetricsServing
import Networking
import Probing
import ProxyServer
import Settings
import StandardStreams

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The limits of core dumps and open files that the process has at one time. A proxy changes them at its start; a
/// command of `run` gets the earlier ones.
struct ProcessLimits {
    private let core: rlimit?
    private let files: rlimit?

    /// Disables core dumps, which could contain traffic, and raises the limit of descriptors, because each tunnel needs
    /// two. Returns the earlier limits.
    ///
    /// - Parameter reversible: Whether the earlier limits must be restorable for a child process. Otherwise core dumps
    ///   are disabled permanently.
    @discardableResult
    static func adjust(reversible: Bool = false) -> ProcessLimits {
        let before = ProcessLimits(core: Resource.core.limit, files: Resource.files.limit)
        // A hard limit of 0 can never be raised again.
        let highestCore = reversible ? (before.core?.rlim_max ?? 0) : 0
        let none = rlimit(rlim_cur: 0, rlim_max: highestCore)
        if !Resource.core.set(none) { StandardStreams.Output.say("core dumps could not be switched off") }
        guard let old = before.files else { return before }
        let wanted = min(old.rlim_max, rlim_t(DescriptorLimit.highest))
        if old.rlim_cur < wanted, !Resource.files.set(rlimit(rlim_cur: wanted, rlim_max: old.rlim_max)) {
            StandardStreams.Output.say("the limit of open files could not be raised")
        }
        return before
    }

    /// Throws an error if there are too few descriptors for a proxy with these settings. Without this check before
    /// listening, only some workers would start, and the clients of the others would wait for ever.
    static func checkDescriptors(for settings: ServeSettings) throws(CommandFailure) {
        let ports = settings.listeners.reduce(0) { $0 + $1.addresses.count }
        let needed =
            Server.descriptors(workers: settings.workers, ports: ports) + Server.otherDescriptors
            + (settings.console == .off ? 0 : ConsoleServer.descriptors)
            + (settings.metrics == .off ? 0 : MetricsServer.descriptors)
            + (settings.data.frequency == .off ? 0 : Downloader.descriptors)
        guard !DescriptorLimit.hasRoom(for: needed) else { return }
        throw CommandFailure(
            .unavailable,
            """
            \(settings.workers) workers on \(ports) listener\(ports == 1 ? "" : "s") take \(needed) descriptors \
            besides those that are open, and the limit is \(DescriptorLimit.current); raise it (ulimit -n), or use \
            fewer --workers.
            """)
    }

    /// Runs the body with these limits. A program that the body starts inherits them.
    func inForce<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let now = ProcessLimits(core: Resource.core.limit, files: Resource.files.limit)
        set()
        defer { now.set() }
        return try body()
    }

    private func set() {
        if let core { _ = Resource.core.set(core) }
        if let files { _ = Resource.files.set(files) }
    }

    private enum Resource {
        case core
        case files

        #if canImport(Glibc)
        private var number: __rlimit_resource_t {
            switch self {
            case .core: return __rlimit_resource_t(RLIMIT_CORE.rawValue)
            case .files: return __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            }
        }
        #else
        private var number: Int32 {
            switch self {
            case .core: return RLIMIT_CORE
            case .files: return RLIMIT_NOFILE
            }
        }
        #endif

        var limit: rlimit? {
            var limit = rlimit()
            return getrlimit(number, &limit) == 0 ? limit : nil
        }

        func set(_ limit: rlimit) -> Bool {
            var limit = limit
            return setrlimit(number, &limit) == 0
        }
    }
}

import Networking
import ProxyServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the process asks of the system before it serves, and what was before.
struct ProcessLimits {
    private let core: rlimit?
    private let files: rlimit?

    /// Switches core dumps off, which would hold what passed through, and raises the limit of descriptors, two of which
    /// each tunnel takes.
    ///
    /// - Parameter reversible: Whether the old limits are to be in force again for a program that is started; else core
    ///   dumps are off for good.
    @discardableResult
    static func prepare(reversible: Bool = false) -> ProcessLimits {
        let before = ProcessLimits(core: Resource.core.limit, files: Resource.files.limit)
        let none = rlimit(rlim_cur: 0, rlim_max: reversible ? before.core?.rlim_max ?? 0 : 0)
        if !Resource.core.set(none) { Console.say("core dumps could not be switched off") }
        guard let old = before.files else { return before }
        let wanted = min(old.rlim_max, rlim_t(descriptorLimit))
        if old.rlim_cur < wanted, !Resource.files.set(rlimit(rlim_cur: wanted, rlim_max: old.rlim_max)) {
            Console.say("the limit of open files could not be raised")
        }
        return before
    }

    /// Throws where a proxy of those settings would not have the descriptors that it needs, before it listens anywhere: a
    /// part of its workers would serve, and the clients of the others would wait for ever.
    static func checkDescriptors(for settings: ServeSettings) throws(CommandFailure) {
        let ports = settings.listeners.reduce(0) { $0 + $1.addresses.count }
        let needed = Server.descriptors(workers: settings.workers, ports: ports) + ownDescriptors + spareDescriptors
        guard !DescriptorLimit.hasRoom(for: needed) else { return }
        throw CommandFailure(
            .unavailable,
            """
            \(settings.workers) workers on \(ports) listener\(ports == 1 ? "" : "s") take \(needed) descriptors besides those that are open, and \
            the limit is \(DescriptorLimit.current); raise it (ulimit -n), or use fewer --workers.
            """)
    }

    /// The recording, the main thread's loop and its mailbox.
    private static let ownDescriptors = 16
    /// For the first clients: each takes two, an examination and a lookup besides.
    private static let spareDescriptors = 16

    /// Runs the body under the limits of before: for the start of a program, which inherits those in force.
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

    /// More than the kernel's usual maximum helps nobody, and macOS refuses "unlimited".
    private static let descriptorLimit = 1 << 20

    private enum Resource {
        case core
        case files

        #if os(Linux)
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

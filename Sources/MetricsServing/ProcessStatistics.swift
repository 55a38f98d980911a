import Metrics
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The resources that this process uses, with the usual names of Prometheus
/// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics). A number that the system does not
/// report is nil.
package struct ProcessStatistics {
    /// The processor time that the process has used, in seconds.
    var processorSeconds: Double?
    /// The sizes of the process's memory in bytes.
    package var residentBytes: Int?, virtualBytes: Int?
    /// The number of open descriptors.
    var openDescriptors: Int?
    /// The time at which the process began, in seconds since 1970.
    var startSeconds: Double?

    /// The present numbers.
    package static var now: ProcessStatistics {
        var usage = rusage()
        var numbers = ProcessStatistics()
        #if canImport(Glibc)
        let thisProcess = __rusage_who_t(RUSAGE_SELF.rawValue)
        #else
        let thisProcess = RUSAGE_SELF
        #endif
        if getrusage(thisProcess, &usage) == 0 {
            numbers.processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }
        numbers.addSystemNumbers()
        return numbers
    }

    /// The metrics.
    package var families: [MetricFamily] {
        let rows: [(name: String, kind: MetricFamily.Kind, help: String, value: MetricFamily.Value?)] = [
            (
                "process_cpu_seconds", .counter, "Time of processors that was used, in seconds.",
                processorSeconds.map { .number($0) }
            ),
            (
                "process_resident_memory_bytes", .gauge, "Resident memory in bytes.",
                residentBytes.map { .integer($0) }
            ),
            ("process_virtual_memory_bytes", .gauge, "Virtual memory in bytes.", virtualBytes.map { .integer($0) }),
            ("process_open_fds", .gauge, "Open descriptors.", openDescriptors.map { .integer($0) }),
            ("process_max_fds", .gauge, "The limit of open descriptors.", .integer(DescriptorLimit.current)),
            (
                "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.",
                startSeconds.map { .number($0) }
            ),
        ]
        return rows.compactMap { row in
            row.value.map { MetricFamily(row.name, row.kind, row.help, [.init([], $0)]) }
        }
    }

    /// The number of open descriptors, which are the entries of a directory. The descriptor that is open for counting
    /// is left out.
    package static func descriptors(in path: String) -> Int? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        // Without the descriptor of the directory itself.
        var count = -1
        while let entry = readdir(directory) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}

#if os(Linux) && !PORTABLE
import Foundation

extension ProcessStatistics {
    /// Adds the numbers in `/proc/self` (proc(5)). Only this directory is read, because a service may have no access to
    /// others.
    mutating func addSystemNumbers() {
        openDescriptors = Self.descriptors(in: "/proc/self/fd")
        guard let bytes = FileManager.default.contents(atPath: "/proc/self/stat") else { return }
        add(stat: String(decoding: bytes, as: UTF8.self))
    }

    /// Adds the numbers of `/proc/self/stat`, such as `4711 (atsproxy) S 1 4711 …`. The second field is the name of the
    /// program in parentheses, which may have spaces and parentheses itself.
    package mutating func add(stat text: String) {
        guard let end = text.lastIndex(of: ")") else { return }
        let fields = text[text.index(after: end)...].split { $0 == " " || $0 == "\n" }.map { Int($0) }
        // proc(5) numbers the fields from 1. The first element here is field 3.
        guard fields.count > 24 - 3, let start = fields[22 - 3] else { return }
        virtualBytes = fields[23 - 3]
        residentBytes = fields[24 - 3].map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
        startSeconds = Self.bootSeconds + Double(start) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The time at which the machine was booted, in seconds since 1970. The time is computed only once, because the
    /// start of the process must not change when the clock is set.
    private static let bootSeconds = seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME)

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
#endif

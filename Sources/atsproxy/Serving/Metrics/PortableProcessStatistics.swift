#if !os(Linux) || PORTABLE
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ProcessStatistics {
    /// Adds the number of open descriptors and, on Darwin, what its libproc tells.
    mutating func addSystemNumbers() {
        openDescriptors = Self.openDescriptors
        #if canImport(Darwin)
        addTaskNumbers()
        #endif
    }

    /// The number of open descriptors, without the one that is open to count them. `/dev/fd` has those of the process that
    /// reads it.
    private static var openDescriptors: Int? {
        guard let directory = opendir("/dev/fd") else { return nil }
        defer { closedir(directory) }
        var count = -1
        while let entry = readdir(directory) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }

    #if canImport(Darwin)
    /// Adds the numbers of `proc_taskallinfo` (`sys/proc_info.h`).
    private mutating func addTaskNumbers() {
        var information = proc_taskallinfo()
        let size = Int32(MemoryLayout<proc_taskallinfo>.size)
        guard proc_pidinfo(getpid(), PROC_PIDTASKALLINFO, 0, &information, size) == size else { return }
        residentBytes = Int(information.ptinfo.pti_resident_size)
        virtualBytes = Int(information.ptinfo.pti_virtual_size)
        let (seconds, microseconds) = (information.pbsd.pbi_start_tvsec, information.pbsd.pbi_start_tvusec)
        startSeconds = Double(seconds) + Double(microseconds) / 1_000_000
    }
    #endif
}
#endif

#if !os(Linux) || PORTABLE
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ProcessStatistics {
    /// Adds the number of open descriptors and, on Darwin, the numbers of its libproc.
    mutating func addSystemNumbers() {
        // This directory has the descriptors of the process that reads it.
        openDescriptors = Self.descriptors(in: "/dev/fd")
        #if canImport(Darwin)
        addTaskNumbers()
        #endif
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

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The bytes that come from a descriptor, for a thread that may wait for them.
public enum DescriptorBytes {
    /// Waits for bytes and returns them, at most 64 KiB; empty at the end and after an error.
    public static func next(of descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Whoever has the other end may have made the descriptor one that does not block.
                var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, -1)
                continue
            }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// Those of the descriptors that have bytes or have ended, after at most this time in milliseconds.
    public static func readable(_ descriptors: [Int32], within milliseconds: Int64) -> [Int32] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), Int32(clamping: max(0, milliseconds))) > 0 else { return [] }
        return polled.filter { $0.revents != 0 }.map(\.fd)
    }
}

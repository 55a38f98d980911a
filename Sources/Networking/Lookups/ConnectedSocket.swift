#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connected socket for a thread that may wait, until a deadline. Closes its descriptor.
final class ConnectedSocket {
    private let descriptor: Int32
    private let isStream: Bool
    private let deadline: ContinuousClock.Instant

    /// Connects; nil if that fails, or takes too long.
    init?(to address: SocketAddress, isStream: Bool, by deadline: ContinuousClock.Instant) {
        descriptor = isStream ? nonBlockingSocket(address.family) : nonBlockingDatagramSocket(address.family)
        self.isStream = isStream
        self.deadline = deadline
        guard descriptor >= 0 else { return nil }
        let result = address.withSystemAddress { connect(descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS && waits(for: Int16(POLLOUT)) && isConnected else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private var isConnected: Bool {
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0
    }

    /// Sends all bytes. Returns false if that fails, or takes too long.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard waits(for: Int16(POLLOUT)) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Receives the next bytes, or the next datagram; nil at the end, after an error, or if there are none in time.
    func receive(atMost limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            let count = read(descriptor, &bytes, limit)
            // An empty datagram does not end the input.
            if count > 0 || count == 0 && !isStream { return Array(bytes.prefix(count)) }
            guard count < 0, errno == EAGAIN || errno == EINTR, waits(for: Int16(POLLIN)) else { return nil }
        }
    }

    /// Receives this number of bytes of a stream; nil if there are fewer.
    func receive(exactly count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = receive(atMost: count - bytes.count) else { return nil }
            bytes += more
        }
        return bytes
    }

    private func waits(for events: Int16) -> Bool {
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return false }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            var polled = pollfd(fd: descriptor, events: events, revents: 0)
            let result = poll(&polled, 1, Int32(clamping: milliseconds + 1))
            if result > 0 { return true }
            guard result == 0 || errno == EINTR else { return false }
        }
    }
}

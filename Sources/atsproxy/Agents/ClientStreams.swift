import Networking
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The standard input and output of the program, as the two ways of messages between a client and a server of tools.
final class ClientStreams: Sendable {
    /// The bytes that were handed out and are not handled yet.
    private let pending = Atomic(0)

    /// The number of bytes that may wait to be handled. The client has to wait beyond that.
    private static let pendingLimit = 8 << 20
    /// The time in milliseconds for a client to read an answer.
    private static let patience: Int32 = 30_000
    /// The number of bytes that a pipe takes without blocking once it is writable.
    private static let step = Int(PIPE_BUF)

    /// Reads standard input on a thread of its own, also from a file, which an event loop cannot wait for. The handler
    /// is called on that thread with bytes, and with an empty array at the end.
    func startReading(_ handler: @escaping @Sendable ([UInt8]) -> Void) throws(SystemError) {
        try SystemThread.start(named: "input") { [self] in
            while true {
                let bytes = ToolProcess.bytes(of: STDIN_FILENO)
                pending.add(bytes.count, ordering: .relaxed)
                handler(bytes)
                guard !bytes.isEmpty else { return }
                while pending.load(ordering: .relaxed) > Self.pendingLimit { usleep(2000) }
            }
        }
    }

    /// Tells that bytes were handled.
    func handled(_ count: Int) {
        pending.subtract(count, ordering: .relaxed)
    }

    /// Writes a message to standard output. Returns false if the client has gone, or does not read for half a minute.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var polled = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&polled, 1, Self.patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            let count = rest.prefix(Self.step).withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

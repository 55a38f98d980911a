import Networking
import Recording
import Settings
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
    /// The time in milliseconds for a client to take a whole message. The server does nothing else meanwhile.
    private static let patience: Int64 = 5_000
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

    /// The result of writing a message.
    enum Sent {
        case whole
        /// The client reads no more.
        case clientHasGone
        /// The message cannot be written, because of this reason.
        case failed(String)
    }

    /// Writes a message to standard output.
    func send(_ bytes: [UInt8]) -> Sent {
        var rest = bytes[...]
        let deadline = WallClock.elapsedMilliseconds + Self.patience
        while !rest.isEmpty {
            let left = deadline - WallClock.elapsedMilliseconds
            guard left > 0 else { return .failed("the client does not read its answers") }
            var polled = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&polled, 1, Int32(clamping: left))
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let count = rest.prefix(Self.step).withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count < 0, errno == EPIPE { return .clientHasGone }
            guard count > 0 else { return .failed(SystemError.last("write").text) }
            rest = rest.dropFirst(count)
        }
        return .whole
    }

    /// Whether nobody can read standard output any more.
    var clientHasGone: Bool {
        var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&polled, 1, 0) > 0 && Int32(polled.revents) & (POLLERR | POLLNVAL) != 0
    }

    /// Refuses streams that no client can use, before a descriptor of the server takes the number of one.
    static func check() throws(CommandFailure) {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else {
            throw CommandFailure(.output, "standard output is closed; a client has to read the answers there.")
        }
        guard fstat(STDIN_FILENO, &status) == 0 else {
            throw CommandFailure(.data, "standard input is closed; a client has to write its requests there.")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure(.data, "standard input is a directory; a client has to write its requests there.")
        }
    }
}

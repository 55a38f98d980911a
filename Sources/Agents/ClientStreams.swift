import Networking
import Recording
import Settings
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The standard input and output of the program, over which a client and a server of tools exchange messages.
package final class ClientStreams: Sendable {
    /// The bytes that were handed out and are not handled yet.
    private let pending = Atomic(0)

    /// The number of bytes that may wait to be handled. The client has to wait beyond that.
    private static let pendingLimit = 8 << 20
    /// The number of bytes of answers that may wait for the client to read.
    private static let waitingLimit = 8 << 20
    /// The time in milliseconds for the last answers to be taken.
    private static let patience: Int64 = 2_000

    private let output = Mutex(Output())
    private let wake: SelfPipe

    private struct Output {
        /// The messages that wait.
        var waiting: [UInt8] = []
        /// Whether the thread writes those that waited before.
        var isWriting = false
        var sent = Sent.whole

        var isDone: Bool { sent != .whole || waiting.isEmpty && !isWriting }
    }

    package init() throws(SystemError) {
        wake = try SelfPipe()
    }

    /// Reads standard input on a thread of its own, also from a file, which an event loop cannot wait for. The handler
    /// is called on that thread with bytes, and with an empty array at the end.
    func startReading(_ handler: @escaping @Sendable ([UInt8]) -> Void) throws(SystemError) {
        try SystemThread.start(named: "input") { [self] in
            while true {
                let bytes = DescriptorBytes.next(of: STDIN_FILENO)
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

    /// The result of writing messages.
    enum Sent: Equatable {
        case whole
        /// The client reads no more.
        case clientHasGone
        /// A message cannot be written, because of this reason.
        case failed(String)
    }

    /// Writes messages to standard output on a thread of its own, because the client may read late. The handler is
    /// called on that thread once a message cannot be written.
    func startWriting(_ handler: @escaping @Sendable (Sent) -> Void) throws(SystemError) {
        try SystemThread.start(named: "output") { [self] in
            while true {
                wake.wait(for: nil)
                let bytes = output.withLock { output in
                    output.isWriting = true
                    defer { output.waiting = [] }
                    return output.waiting
                }
                let sent = Self.write(bytes)
                output.withLock { output in
                    output.isWriting = false
                    output.sent = sent
                }
                if sent != .whole { return handler(sent) }
            }
        }
    }

    /// Hands out a message to be written. Returns false if too many bytes wait.
    package func send(_ bytes: [UInt8]) -> Bool {
        let hasRoom = output.withLock { output in
            guard output.waiting.count <= Self.waitingLimit else { return false }
            output.waiting += bytes
            return true
        }
        wake.signal()
        return hasRoom
    }

    /// Waits for a short time until all messages are written.
    func finishWriting() -> Sent {
        let deadline = WallClock.elapsedMilliseconds + Self.patience
        while WallClock.elapsedMilliseconds < deadline, !output.withLock(\.isDone) { usleep(1000) }
        return output.withLock { $0.isDone ? $0.sent : .failed(Self.isNotRead) }
    }

    /// The reason for an end if the client does not read.
    static let isNotRead = "the client does not read its answers"

    private static func write(_ bytes: [UInt8]) -> Sent {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pointer in
                #if canImport(Glibc)
                Glibc.write(STDOUT_FILENO, pointer.baseAddress, pointer.count)
                #else
                Darwin.write(STDOUT_FILENO, pointer.baseAddress, pointer.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // The client may have made the descriptor one that does not block.
                var polled = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&polled, 1, -1)
                continue
            }
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
    package static func check() throws(CommandFailure) {
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

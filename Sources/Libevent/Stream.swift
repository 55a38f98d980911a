import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Whoever a stream belongs to, told what happens on it. Never called from within a call to the stream.
public protocol StreamOwner: AnyObject {
    /// Bytes arrived. They are the loop's, and gone after this call.
    func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer)
    /// The peer will send no more; it may still read.
    func streamFinished(_ stream: Stream)
    /// The connection broke, in either direction; nothing more will happen on it.
    func streamFailed(_ stream: Stream, _ error: SystemError)
    /// Everything that was written has gone to the system, after some of it had to wait.
    func streamDrained(_ stream: Stream)
}

/// A connected TCP socket on a loop, with a queue for what the peer does not take yet.
///
/// Both directions end on their own: `finishWriting` closes ours and leaves the peer's open.
public final class Stream {
    /// The socket.
    public let descriptor: Int32
    /// Whoever is told; nobody until it is set. Must outlive the stream or hand it on.
    public weak var owner: (any StreamOwner)?
    /// Bytes received and sent since the beginning.
    public private(set) var received: UInt64 = 0
    /// Bytes that went to the system since the beginning.
    public private(set) var sent: UInt64 = 0

    private let loop: EventLoop
    private var input: DescriptorEvent?
    private var output: DescriptorEvent?
    private var queue: [UInt8] = []
    private var queueStart = 0
    private var finishesWriting = false
    private var failure: SystemError?

    /// Takes over a connected, non-blocking socket. Reading begins with `resumeReading`.
    public init(_ loop: EventLoop, descriptor: Int32, owner: (any StreamOwner)? = nil) {
        self.loop = loop
        self.descriptor = descriptor
        self.owner = owner
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        input = DescriptorEvent(loop, descriptor, .readable) { [unowned self] in self.read() }
        output = DescriptorEvent(loop, descriptor, .writable) { [unowned self] in self.flush() }
    }

    deinit {
        input = nil
        output = nil
        close(descriptor)
    }

    /// How many bytes wait for the peer to take them.
    public var pendingOutput: Int {
        queue.count - queueStart
    }

    /// Whether arriving bytes are read; while they are not, the peer is held back by TCP itself.
    public var isReading: Bool {
        input?.isEnabled ?? false
    }

    /// Reads, and tells the owner, from now on.
    public func resumeReading() {
        if failure == nil { input?.enable() }
    }

    /// Leaves arriving bytes with the system from now on.
    public func pauseReading() {
        input?.disable()
    }

    /// Sends bytes, at once as far as the system takes them, the rest when it can.
    public func write(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil, !finishesWriting, !bytes.isEmpty else { return }
        var rest = bytes
        if pendingOutput == 0 {
            let count = transmit(rest)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        guard !rest.isEmpty, failure == nil else { return }
        queue.append(contentsOf: rest)
        output?.enable()
    }

    /// Sends nothing more after what was written: the peer reads an end.
    public func finishWriting() {
        guard !finishesWriting else { return }
        finishesWriting = true
        if pendingOutput == 0, failure == nil { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// Makes the coming close a reset, which the peer cannot take for an end.
    public func breakOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    private func read() {
        let count = recv(descriptor, loop.scratch.baseAddress, loop.scratch.count, 0)
        if count > 0 {
            received &+= UInt64(count)
            owner?.stream(self, received: UnsafeRawBufferPointer(rebasing: loop.scratch.prefix(count)))
        } else if count == 0 {
            input?.disable()
            owner?.streamFinished(self)
        } else if errno != EAGAIN && errno != EINTR {
            fail(SystemError.last("recv"))
        }
    }

    /// How many of the bytes the system took. A failure is told to the owner later, from the loop.
    private func transmit(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        let count = send(descriptor, bytes.baseAddress, bytes.count, flags)
        if count >= 0 {
            sent &+= UInt64(count)
            return count
        }
        if errno != EAGAIN && errno != EINTR {
            failure = SystemError.last("send")
            output?.activate()
        }
        return 0
    }

    private func flush() {
        if let failure {
            fail(failure)
            return
        }
        let count = queue.withUnsafeBytes { transmit(UnsafeRawBufferPointer(rebasing: $0.dropFirst(queueStart))) }
        queueStart += count
        guard pendingOutput == 0 else {
            if queueStart > Self.compaction {
                queue.removeFirst(queueStart)
                queueStart = 0
            }
            return
        }
        queue = []
        queueStart = 0
        output?.disable()
        if finishesWriting { shutdown(descriptor, Int32(SHUT_WR)) }
        owner?.streamDrained(self)
    }

    private func fail(_ error: SystemError) {
        failure = error
        input?.disable()
        output?.disable()
        owner?.streamFailed(self, error)
    }

    /// How much of the queue may be sent already before the rest is moved to its front.
    private static let compaction = 256 * 1024
}

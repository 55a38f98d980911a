import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connected TCP socket on a loop, with a queue for what the peer does not take yet.
///
/// Both directions end on their own: `finishWriting` closes ours and leaves the peer's open.
public final class Stream {
    /// The socket.
    public let descriptor: Int32
    /// Whoever is told; nobody until it is set. Must outlive the stream or hand it on.
    public unowned var owner: StreamOwner?
    /// Bytes received since the beginning.
    public internal(set) var received: UInt64 = 0
    /// Bytes that went to the system since the beginning.
    public internal(set) var sent: UInt64 = 0

    let loop: EventLoop
    private var input: StreamEvent?
    private var output: StreamEvent?
    /// Whether the loop calls us when the socket can be read, and when it can be written.
    private var (waitsForInput, waitsForOutput) = (false, false)
    private var queue: [UInt8] = []
    private var queueStart = 0
    private var finishesWriting = false
    /// Whether the loop will send what is held back when its turn ends, if anything is by then.
    private var isHeldBack = false
    var failure: SystemError?
    /// Where what arrives goes without anybody looking at it.
    var outlet: Outlet?
    /// What was forwarded to us inside the kernel and waits for the peer; it goes before the queue.
    var pipe: Pipe?

    /// Takes over a connected, non-blocking socket. Reading begins with `resumeReading`.
    public init(_ loop: EventLoop, descriptor: Int32, owner: StreamOwner? = nil) {
        self.loop = loop
        self.descriptor = descriptor
        self.owner = owner
        input = StreamEvent(.readable, of: self)
    }

    deinit {
        if isHeldBack {
            loop.forget(ObjectIdentifier(self))
            flush()
        }
        input?.giveBack(to: loop)
        output?.giveBack(to: loop)
        close(descriptor)
    }

    /// How many bytes wait for the peer to take them.
    public var pendingOutput: Int {
        waitsForOutput ? queue.count - queueStart + (pipe?.count ?? 0) : 0
    }

    /// Whether arriving bytes are read; while they are not, the peer is held back by TCP itself.
    public private(set) var isReading = false

    /// Whether the peer has sent something that nobody has read, be it its end; asks the system.
    public var hasUnreadInput: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) >= 0 || errno != EAGAIN
    }

    /// Reads, and tells the owner, from now on.
    public func resumeReading() {
        guard failure == nil else { return }
        isReading = true
        if !waitsForInput { waitsForInput = input?.add() ?? false }
    }

    /// Leaves arriving bytes with the system from now on. The system is told only once some arrive: most pauses are
    /// over before that.
    public func pauseReading() {
        isReading = false
    }

    /// Sends bytes, as far as the system takes them, the rest when it can. A few are held back until the turn of the loop
    /// ends, to go with those that follow in one segment; or until `flush`.
    public func write(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil, !finishesWriting, !bytes.isEmpty else { return }
        guard !waitsForOutput, queue.count + bytes.count > Self.heldBack else {
            if queue.isEmpty { queue = loop.buffers.next() }
            queue.append(contentsOf: bytes)
            return holdBack()
        }
        let count = queue.withUnsafeBytes {
            transmit(UnsafeRawBufferPointer(rebasing: $0.dropFirst(queueStart)), bytes)
        }
        let ofQueue = min(count, queue.count - queueStart)
        queueStart += ofQueue
        if queueStart == queue.count { clearQueue() }
        let rest = bytes.dropFirst(count - ofQueue)
        if !rest.isEmpty, failure == nil { queue.append(contentsOf: rest) }
        if !queue.isEmpty { waitForPeer() }
    }

    /// Sends what is held back.
    public func flush() {
        guard !waitsForOutput, !queue.isEmpty, failure == nil else { return }
        queueStart += queue.withUnsafeBytes { transmit(UnsafeRawBufferPointer(rebasing: $0.dropFirst(queueStart))) }
        if queueStart == queue.count { clearQueue() } else { waitForPeer() }
    }

    /// Sends nothing more after what was written: the peer reads an end.
    public func finishWriting() {
        guard !finishesWriting else { return }
        flush()
        finishesWriting = true
        if pendingOutput == 0, failure == nil { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// Makes the coming close a reset, which the peer cannot take for an end.
    public func breakOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// How many bytes are held back: a message head, and no more than is worth a copy.
    private static let heldBack = 8 * 1024
    /// How much of the queue may be sent already before the rest is moved to its front.
    private static let compaction = 256 * 1024
}

// MARK: - Reading

extension Stream {
    /// The socket can be read.
    func read() {
        guard isReading else {
            ignoreInput()
            return
        }
        if outlet != nil { return forward() }
        let count = recv(descriptor, loop.scratch.baseAddress, loop.scratch.count, 0)
        if count > 0 {
            received &+= UInt64(count)
            owner?.stream(self, received: UnsafeRawBufferPointer(rebasing: loop.scratch.prefix(count)))
        } else {
            readNothing(count, "recv")
        }
    }

    private func ignoreInput() {
        if waitsForInput { input?.remove() }
        waitsForInput = false
    }

    /// A read brought no bytes: the peer has finished, there is none yet, or the connection broke.
    func readNothing(_ result: Int, _ operation: String) {
        if result == 0 {
            isReading = false
            ignoreInput()
            owner?.streamFinished(self)
        } else if errno != EAGAIN && errno != EINTR {
            fail(SystemError.last(operation))
        }
    }
}

// MARK: - Writing

extension Stream {

    private func holdBack() {
        guard !waitsForOutput, !isHeldBack else { return }
        isHeldBack = true
        loop.flushLater(self)
    }

    /// The loop's turn has ended, and it knows nothing of this stream any more.
    func turnEnded() {
        isHeldBack = false
        flush()
    }

    /// Goes on once the peer takes more.
    func waitForPeer() {
        if output == nil { output = StreamEvent(.writable, of: self) }
        if !waitsForOutput { waitsForOutput = output?.add() ?? false }
    }

    private func ignoreOutput() {
        if waitsForOutput { output?.remove() }
        waitsForOutput = false
    }

    /// The socket can be written.
    func peerTakesMore() {
        if let failure { return fail(failure) }
        if pipe != nil { sendFromPipe() }
        if pipe == nil, failure == nil, queueStart < queue.count {
            queueStart += queue.withUnsafeBytes { transmit(UnsafeRawBufferPointer(rebasing: $0.dropFirst(queueStart))) }
        }
        guard pendingOutput == 0 else {
            if queueStart > Self.compaction {
                queue.removeFirst(queueStart)
                queueStart = 0
            }
            return
        }
        clearQueue()
        ignoreOutput()
        if finishesWriting { shutdown(descriptor, Int32(SHUT_WR)) }
        owner?.streamDrained(self)
    }

    private func clearQueue() {
        let used = queue
        queue = []
        loop.buffers.keep(used)
        queueStart = 0
    }

    /// How many of the bytes, the second ones after the first, the system took. A failure is told to the owner later,
    /// from the loop.
    private func transmit(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) -> Int {
        let count: Int
        if first.isEmpty || second.isEmpty {
            count = Self.send(first.isEmpty ? second : first, to: descriptor)
        } else {
            count = Self.send(first, second, to: descriptor)
        }
        if count < 0 { noteFailureToSend("send") }
        sent &+= UInt64(max(0, count))
        return max(0, count)
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        CLibevent.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
    }

    private static func send(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, to descriptor: Int32
    ) -> Int {
        var pieces = (
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
        )
        return withUnsafeMutableBytes(of: &pieces) { pieces in
            var message = msghdr()
            message.msg_iov = pieces.assumingMemoryBound(to: iovec.self).baseAddress
            message.msg_iovlen = 2
            return sendmsg(descriptor, &message, sendFlags)
        }
    }

    /// The system took nothing, because the peer is slow or gone.
    func noteFailureToSend(_ operation: String) {
        guard errno != EAGAIN && errno != EINTR else { return }
        failure = SystemError.last(operation)
        waitForPeer()
        output?.activate()
    }

    func fail(_ error: SystemError) {
        failure = error
        isReading = false
        ignoreInput()
        ignoreOutput()
        owner?.streamFailed(self, error)
    }
}

#if os(Linux)
private let sendFlags = Int32(MSG_NOSIGNAL)
#else
private let sendFlags: Int32 = 0
#endif

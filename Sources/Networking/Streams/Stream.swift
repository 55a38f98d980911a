import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connected TCP socket on a loop, with a queue for output that the peer does not accept yet.
///
/// The two directions end independently: `finishWriting` ends the output and leaves the input open.
public final class Stream: OutputHolder {
    /// The socket.
    public let descriptor: Int32
    /// The owner, which receives all events; nil until it is set. The owner must outlive the stream or set another
    /// owner.
    public unowned var owner: StreamOwner?
    /// The number of bytes received.
    public internal(set) var received: UInt64 = 0
    /// The number of bytes that the system accepted for sending.
    public internal(set) var sent: UInt64 = 0

    let loop: EventLoop
    private var input: StreamEvent?
    private var output: StreamEvent?
    /// Whether the loop calls the stream when the socket is readable, and when it is writable.
    private var (waitsForInput, waitsForOutput) = (false, false)
    private var queue: [UInt8] = []
    private var queueStart = 0
    private var finishesWriting = false
    /// Whether the loop will call `turnEnded` at the end of its turn.
    private var isHeldBack = false
    var failure: SystemError?
    /// The stream to which received bytes are forwarded without calling the owner.
    var outlet: Outlet?
    /// Bytes that were forwarded to this stream inside the kernel and wait for the peer. The pipe is sent before the
    /// queue.
    var pipe: Pipe?

    /// Takes over a connected, non-blocking socket. Reading starts with `resumeReading`.
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

    /// The number of bytes that wait until the peer accepts them.
    public var pendingOutput: Int {
        waitsForOutput ? queue.count - queueStart + (pipe?.count ?? 0) : 0
    }

    /// Whether received bytes are read. While they are not, TCP's flow control stops the peer.
    public private(set) var isReading = false

    /// Whether the system has received bytes, or the peer's end, that are not read yet.
    public var hasUnreadInput: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) >= 0 || errno != EAGAIN
    }

    /// Starts reading and calling the owner.
    public func resumeReading() {
        guard failure == nil else { return }
        isReading = true
        if !waitsForInput { waitsForInput = input?.add() ?? false }
    }

    /// Stops reading. The event is removed only when bytes arrive, because most pauses end earlier.
    public func pauseReading() {
        isReading = false
    }

    /// Sends bytes, or queues them if the system does not accept them. Few bytes are held back until the end of the
    /// loop's turn, or until `flush`, to be sent in one segment with the following ones.
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

    /// Sends the bytes that are held back.
    public func flush() {
        guard !waitsForOutput, !queue.isEmpty, failure == nil else { return }
        queueStart += queue.withUnsafeBytes { transmit(UnsafeRawBufferPointer(rebasing: $0.dropFirst(queueStart))) }
        if queueStart == queue.count { clearQueue() } else { waitForPeer() }
    }

    /// Ends the output after all written bytes.
    public func finishWriting() {
        guard !finishesWriting else { return }
        flush()
        finishesWriting = true
        if pendingOutput == 0, failure == nil { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// Makes the following close a TCP reset, which the peer cannot mistake for a regular end.
    public func breakOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// The largest number of bytes to hold back: the size of a message head, for which the copy costs less than a
    /// system call.
    private static let heldBack = 8 * 1024
    /// The number of sent bytes in the queue after which the rest is moved to its beginning.
    private static let compaction = 256 * 1024
}

// MARK: - Reading

extension Stream {
    /// Called when the socket is readable.
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

    /// Handles a read without bytes: the peer has finished, nothing has arrived, or the connection failed.
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

    /// Called at the end of the loop's turn. The loop then no longer refers to this stream.
    func turnEnded() {
        isHeldBack = false
        flush()
    }

    /// Waits until the peer accepts more.
    func waitForPeer() {
        if output == nil { output = StreamEvent(.writable, of: self) }
        if !waitsForOutput { waitsForOutput = output?.add() ?? false }
    }

    private func ignoreOutput() {
        if waitsForOutput { output?.remove() }
        waitsForOutput = false
    }

    /// Called when the socket is writable.
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

    /// Sends both buffers in order and returns the number of accepted bytes. A failure is reported to the owner later,
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

    /// Handles a send that was not accepted, because the peer is slow or the connection failed.
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

import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Stream {
    /// Forwards received bytes to another stream without calling the owner for the bytes themselves: `count` bytes or,
    /// with nil, all until the peer finishes. The owner is told how many bytes were forwarded. If `target` does not
    /// accept them, reading pauses, and the owner resumes it when `target` has drained.
    ///
    /// Large amounts are moved inside the kernel (splice(2), on Linux). Small amounts are copied through memory, which
    /// is cheaper for them. `target` must live until `stopForwarding` or until this stream is released.
    public func forward(to target: Stream, count: UInt64? = nil) {
        outlet = Outlet(target: target, left: count)
    }

    /// Passes received bytes to the owner again.
    public func stopForwarding() {
        outlet = nil
    }

    /// The destination of forwarded bytes.
    struct Outlet {
        unowned let target: Stream
        /// The number of bytes that are left to forward; nil for all.
        var left: UInt64?
        /// The number of consecutive small reads while a pipe is in use; nil if none is.
        var smallReads: Int?
    }

    /// Forwards the received bytes.
    func forward() {
        guard let target = outlet?.target else { return }
        // Queued output of the target comes first. The owner of the target is told when it is sent.
        guard target.pendingOutput == 0 else { return pauseReading() }
        if outlet?.smallReads != nil, let pipe = loop.pipes.take() {
            move(through: pipe, to: target, atMost: limit(pipe.capacity))
        } else {
            copy(to: target, atMost: limit(loop.scratch.count))
        }
    }

    /// The largest number of bytes that may be read now.
    private func limit(_ most: Int) -> Int {
        outlet?.left.map { Int(min($0, UInt64(most))) } ?? most
    }

    private func copy(to target: Stream, atMost limit: Int) {
        let count = recv(descriptor, loop.scratch.baseAddress, limit, 0)
        guard count > 0 else { return readNothing(count, "recv") }
        target.write(UnsafeRawBufferPointer(rebasing: loop.scratch.prefix(count)))
        if count >= Self.muchAtOnce { outlet?.smallReads = 0 }
        forwarded(count)
    }

    private func move(through pipe: Pipe, to target: Stream, atMost limit: Int) {
        target.flush()
        guard target.pendingOutput == 0 else {
            loop.pipes.give(pipe)
            return pauseReading()
        }
        let count = pipe.fill(from: descriptor, atMost: limit)
        guard count > 0 else {
            // If the socket or the system does not support splice, bytes are copied.
            if count < 0, errno == EINVAL || errno == ENOSYS { outlet?.smallReads = nil }
            let number = errno
            loop.pipes.give(pipe)
            errno = number
            return errno == EINVAL || errno == ENOSYS ? () : readNothing(count, "splice")
        }
        target.pipe = pipe
        target.sendFromPipe()
        if target.pipe != nil { target.waitForPeer() }
        let smallReads = count < Self.little ? (outlet?.smallReads ?? 0) + 1 : 0
        outlet?.smallReads = smallReads < Self.smallReadLimit ? smallReads : nil
        forwarded(count)
    }

    private func forwarded(_ count: Int) {
        received &+= UInt64(count)
        if outlet?.target.pendingOutput ?? 0 > 0 { pauseReading() }
        if let left = outlet?.left { outlet?.left = left - UInt64(count) }
        let isLast = outlet?.left == 0
        if isLast { outlet = nil }
        owner?.stream(self, forwarded: count, isLast: isLast)
    }

    /// Sends the content of the pipe as far as the peer accepts it, and returns an empty pipe to the pool.
    func sendFromPipe() {
        guard let pipe else { return }
        let count = pipe.drain(to: descriptor)
        if count < 0 { noteFailureToSend("splice") }
        sent &+= UInt64(max(0, count))
        if pipe.count == 0 {
            self.pipe = nil
            loop.pipes.give(pipe)
        }
    }

    /// The size of a read, in bytes, from which a pipe is used.
    private static let muchAtOnce = 32 * 1024
    /// The size of a read, in bytes, below which a pipe is not worthwhile.
    private static let little = 4 * 1024
    /// The number of consecutive small reads after which the pipe is given up.
    private static let smallReadLimit = 4
}

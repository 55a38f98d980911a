import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Stream {
    /// Lets what arrives go to that stream without anybody looking at it, that many bytes or, with nil, until the peer
    /// finishes; the owner is told how many went. What `target` cannot take holds our reading back, which the owner
    /// resumes when `target` has drained.
    ///
    /// Much at once goes inside the kernel (splice(2), on Linux), a little through memory, which is cheaper then.
    /// `target` must live until `stopForwarding`, or longer than this.
    public func forward(to target: Stream, count: UInt64? = nil) {
        outlet = Outlet(target: target, left: count)
    }

    /// Tells the owner what arrives again.
    public func stopForwarding() {
        outlet = nil
    }

    /// Where what arrives goes.
    struct Outlet {
        unowned let target: Stream
        /// How many bytes are to go there; nil: all.
        var left: UInt64?
        /// How many reads in a row brought little while a pipe was in use, or nil while none is.
        var smallReads: Int?
    }

    /// Forwards what has arrived.
    func forward() {
        guard let target = outlet?.target else { return }
        // What waits there is older. Its owner hears when it has gone.
        guard target.pendingOutput == 0 else { return pauseReading() }
        if outlet?.smallReads != nil, let pipe = loop.pipes.take() {
            splice(through: pipe, to: target, atMost: limit(pipe.capacity))
        } else {
            copy(to: target, atMost: limit(loop.scratch.count))
        }
    }

    /// How much of that may be read now.
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

    private func splice(through pipe: Pipe, to target: Stream, atMost limit: Int) {
        target.flush()
        guard target.pendingOutput == 0 else {
            loop.pipes.give(pipe)
            return pauseReading()
        }
        let count = pipe.fill(from: descriptor, atMost: limit)
        guard count > 0 else {
            // Some sockets and systems cannot; then memory can.
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
        outlet?.smallReads = smallReads < Self.patience ? smallReads : nil
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

    /// Sends what is in our pipe, as far as the peer takes it; gives the pipe back once it is empty.
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

    /// What one read must bring before a pipe is used, in bytes.
    private static let muchAtOnce = 32 * 1024
    /// What is not worth a pipe, in bytes.
    private static let little = 4 * 1024
    /// How many such reads in a row give the pipe up.
    private static let patience = 4
}

import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One end of a TCP connection on loopback, which is on no loop: a test sends and reads when it wants to.
package final class Peer {
    private let descriptor: Int32
    private var isOpen = true
    /// The bytes that were read so far.
    package private(set) var received: [UInt8] = []
    /// How the other end has ended, as far as was read.
    package private(set) var end = End.none

    /// An end of the other side.
    package enum End {
        /// The other side may send more.
        case none
        case finished
        case reset
    }

    /// Takes over a connected, non-blocking socket.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Connects to an address of this machine.
    package convenience init(connectedTo address: SocketAddress) throws(SystemError) {
        guard let connected = Connector.connectedAtOnce(to: address) else { throw SystemError.last("connect") }
        self.init(connected.descriptor)
    }

    /// A peer, and the descriptor and the address of the other end of its connection.
    package static func connected(_ loop: EventLoop) throws -> (peer: Peer, descriptor: Int32, address: SocketAddress) {
        let server = try PeerServer(loop)
        let peer = try Peer(connectedTo: server.address)
        guard loop.run(until: { !server.waiting.isEmpty }) else { throw SystemError(number: 0, operation: "accept") }
        let accepted = server.waiting.removeFirst()
        return (peer, accepted.descriptor, accepted.address)
    }

    deinit { close() }

    /// Sends as many of the bytes as the system takes; returns their number.
    @discardableResult package func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemSend(descriptor, UnsafeRawBufferPointer(rebasing: $0.dropFirst(sent)))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Sends a text.
    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Reads what has come, and returns all that was read so far.
    @discardableResult package func read() -> [UInt8] {
        guard isOpen else { return received }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case .none = end {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
            } else if count == 0 {
                end = .finished
            } else {
                if errno != EAGAIN && errno != EINTR { end = .reset }
                break
            }
        }
        return received
    }

    /// Reads what has come, and returns all that was read so far as text.
    package var text: String { String(decoding: read(), as: UTF8.self) }

    /// Reads what has come, and returns whether the other side has ended in that way.
    package func sees(_ wanted: End) -> Bool {
        read()
        return end == wanted
    }

    /// Forgets what was read.
    package func clear() { received = [] }

    /// Ends the sending half.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes both halves.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        closeDescriptor(descriptor)
    }

    /// Ends the connection with a reset.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
    send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

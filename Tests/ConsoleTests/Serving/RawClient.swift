import InternetNames
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A client that sends what it is told to, and waits at most ten seconds for each answer.
final class RawClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to a port of 127.0.0.1; nil if the connection is refused.
    init?(port: UInt16, receiveBuffer: Int32? = nil) {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemSend(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Sends spaces until the server has taken none for half a second, or all of them. Returns how many it took.
    func send(spaces count: Int) -> Int {
        var limit = timeval(tv_sec: 0, tv_usec: 500_000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let bytes = [UInt8](repeating: 0x20, count: 65_536)
        var sent = 0
        while sent < count {
            let part = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
            guard part > 0 else { break }
            sent += part
        }
        return sent
    }

    /// Ends the sending half.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What has come until a text is in it, or until the connection ends. It is removed up to the end of that text.
    func read(until text: String) -> String {
        let wanted = Array(text.utf8)
        while true {
            if let end = received.firstRange(of: wanted)?.upperBound {
                defer { received.removeFirst(end) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard readMore() else { return rest() }
        }
    }

    /// All that comes until the connection ends.
    func readToEnd() -> String {
        while readMore() {}
        return rest()
    }

    /// One response with a Content-Length.
    func readResponse() -> String {
        let head = read(until: "\r\n\r\n")
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: " ")[1]) }
        guard let length else { return head }
        while received.count < length, readMore() {}
        defer { received.removeFirst(min(length, received.count)) }
        return head + String(decoding: received.prefix(length), as: UTF8.self)
    }

    /// Whether anything comes within a number of milliseconds. It is kept.
    func hasAnswer(within milliseconds: Int32) -> Bool {
        guard received.isEmpty else { return true }
        var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&watched, 1, milliseconds) > 0
    }

    /// Whether the server resets the connection within a number of milliseconds. Nothing is read.
    func isReset(within milliseconds: Int32) -> Bool {
        // Without any wanted event, an error and the end of both directions are told.
        var watched = [pollfd(fd: descriptor, events: 0, revents: 0)]
        return poll(&watched, 1, milliseconds) > 0
    }

    private func rest() -> String {
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    let flags: Int32 = 0
    #endif
    return send(descriptor, bytes, count, flags)
}

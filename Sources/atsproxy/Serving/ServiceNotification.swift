#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The notifications to the service manager by sd_notify(3): datagrams to the socket in `NOTIFY_SOCKET`.
enum ServiceNotification: String {
    /// The program serves clients.
    case ready = "READY=1"
    /// The program is about to stop.
    case stopping = "STOPPING=1"

    /// Sends the notification. Without `NOTIFY_SOCKET`, nothing is sent.
    func send() {
        guard let variable = getenv("NOTIFY_SOCKET") else { return }
        let path = Array(String(cString: variable).utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard let first = path.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), path.count < capacity
        else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path)
            // A leading @ stands for the zero byte before the name of an abstract socket.
            if first == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + path.count)
        let message = Array(rawValue.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, message, message.count, 0, $0, length)
            }
        }
    }
}

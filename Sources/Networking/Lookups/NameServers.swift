import InternetNames

/// The name servers in `/etc/resolv.conf` (resolv.conf(5)).
public enum NameServers {
    /// The file.
    static let path = "/etc/resolv.conf"
    /// The largest number of name servers that the system's resolver asks (`MAXNS`).
    static let limit = 3
    /// The port of name servers.
    static let port: UInt16 = 53

    /// The addresses in the lines `nameserver ADDRESS`, the first ones up to `limit`. An address with a scope, such as
    /// `fe80::1%eth0`, is left out.
    static func addresses(in configuration: String) -> [IPAddress] {
        let addresses = configuration.split(whereSeparator: \.isNewline).compactMap { line -> IPAddress? in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count > 1, words[0] == "nameserver" else { return nil }
            return IPAddress(words[1])
        }
        return Array(addresses.prefix(limit))
    }

    /// The name servers of this machine now; none if the file has none or cannot be read.
    static func current() -> [SocketAddress] {
        guard let text = SmallFile.text(at: path) else { return [] }
        return addresses(in: text).map { SocketAddress($0, port: port) }
    }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file of the system's configuration.
enum SmallFile {
    /// The largest number of bytes that are read.
    private static let limit = 1 << 16

    /// The beginning of the file as text; nil if it cannot be read.
    static func text(at path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes.prefix(limit), as: UTF8.self)
    }
}

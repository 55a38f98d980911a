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

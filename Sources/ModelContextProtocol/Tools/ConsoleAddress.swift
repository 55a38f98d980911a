import InternetNames

/// The address of a console on this machine, as `atsproxy serve` prints it: `http://127.0.0.1:8090/?token=…`.
package struct ConsoleAddress: Hashable, Sendable {
    /// The address, which is a loopback one.
    package var address: IPAddress
    /// The port.
    package var port: UInt16
    /// The token.
    package var token: String

    /// Reads an address; nil if the text has another form, or if the console is not on this machine.
    package init?(_ text: String) {
        guard text.utf8.count <= 1000,
            let parts = text.wholeMatch(
                of:
                    #/
                    http://(?<host>\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z.\-]+):(?<port>[0-9]{1,5})
                    /\?token=(?<token>[0-9A-Za-z_\-]+)
                    /#),
            let port = UInt16(parts.port), port > 0
        else { return nil }
        let host = parts.host == "localhost" ? "127.0.0.1" : parts.host.trimmingBrackets
        guard let address = IPAddress(String(host)), address.isLoopback else { return nil }
        self.address = address
        self.port = port
        token = String(parts.token)
    }

    /// The text of a GET request to the API of the console. The path begins with a slash.
    package func request(_ path: String) -> String {
        let host = text(of: address)
        return """
            GET /api/v1\(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nAuthorization: Bearer \(token)\r\n\
            Connection: close\r\n\r\n
            """
    }

    private func text(of address: IPAddress) -> String {
        let text = address.description
        return text.contains(":") ? "[\(text)]" : text
    }
}

extension Substring {
    /// The text without the brackets of an IPv6 address.
    fileprivate var trimmingBrackets: Substring { hasPrefix("[") ? dropFirst().dropLast() : self }
}

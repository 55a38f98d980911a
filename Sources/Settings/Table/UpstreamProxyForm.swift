import Foundation
import InternationalNames
import InternetNames

extension SettingForm where Element == Authority {
    /// The host and port of an upstream proxy. Messages never repeat a text that may have a password.
    ///
    /// - Parameter credentials: The setting for the file with the password.
    package static func upstreamProxy(credentials: Setting<NamedFile?>) -> Self {
        SettingForm(kind: .text) { (text) throws(CommandFailure) in
            let url = text.value
            if url.contains("@") {
                throw text.fault(
                    "\(text.name) has a name or a password in it, which every user of the machine sees in the list of "
                        + "processes; put NAME:PASSWORD in a file, and name that with \(text.spelled(credentials)).")
            }
            let separator = url.range(of: "://")
            switch separator.map({ url[..<$0.lowerBound].lowercased() }) {
            case "http", nil: break
            case "https":
                throw text.fault("\(text.name) \(url): an upstream proxy is reached only by http://, not by TLS.")
            case "socks", "socks4", "socks4a", "socks5", "socks5h":
                throw text.fault("\(text.name) \(url): SOCKS is not supported; name an HTTP proxy, http://HOST:PORT.")
            case _:
                throw text.fault(expecting: form)
            }
            var authority = url[(separator?.upperBound ?? url.startIndex)...]
            if authority.hasSuffix("/") { authority = authority.dropLast() }
            guard let colon = authority.lastIndex(of: ":"),
                let port = UInt16(authority[authority.index(after: colon)...]), port > 0,
                let host = Host(InternationalName.ascii(inOption: String(authority[..<colon]))),
                !authority[..<colon].contains(":") || authority.hasPrefix("[")
            else { throw text.fault(expecting: form) }
            return Authority(host: host, port: port)
        }
    }

    /// The form of the value in messages.
    private static var form: String { "of the form http://HOST:PORT, such as http://proxy.example.com:3128" }
}

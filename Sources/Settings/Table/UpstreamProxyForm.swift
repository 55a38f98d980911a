import Foundation
import InternationalNames
import InternetNames

extension SettingForm where Element == Authority {
    /// The host and port of an upstream proxy. No message repeats a text that may hold a password.
    ///
    /// - Parameter credentials: The setting for the file with the password.
    package static func upstreamProxy(credentials: Setting<NamedFile?>) -> Self {
        SettingForm(kind: .text) { (text) throws(CommandFailure) in
            let url = text.text
            if url.contains("@") {
                throw text.fault(
                    "\(text.name) has a name or a password in it, which every user of the machine sees in the list of "
                        + "processes; put NAME:PASSWORD in a file, and name that with \(text.spelled(credentials)).")
            }
            let scheme = url.range(of: "://").map { url[..<$0.lowerBound].lowercased() }
            switch scheme {
            case "http", nil: break
            case "https":
                throw text.fault("\(text.name) \(url): an upstream proxy is reached only by http://, not by TLS.")
            case "socks", "socks4", "socks4a", "socks5", "socks5h":
                throw text.fault("\(text.name) \(url): SOCKS is not supported; name an HTTP proxy, http://HOST:PORT.")
            case _:
                throw text.isNot(form)
            }
            var rest = Substring(
                scheme == nil ? url : String(url[(url.range(of: "://")?.upperBound ?? url.startIndex)...]))
            if rest.hasSuffix("/") { rest = rest.dropLast() }
            guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0,
                let host = Host(InternationalName.ascii(inOption: String(rest[..<colon]))),
                !rest[..<colon].contains(":") || rest.hasPrefix("[")
            else { throw text.isNot(form) }
            return Authority(host: host, port: port)
        }
    }

    private static var form: String { "of the form http://HOST:PORT, such as http://proxy.example.com:3128" }
}

import ForwardProxy
import Foundation
import InternationalNames
import InternetNames
import Networking

/// The settings of an upstream proxy. The file with its credentials is not read yet.
struct UpstreamProxySettings {
    /// The host and port of the upstream proxy.
    let authority: Authority
    /// The file with the name and the password; nil if the upstream proxy asks for none.
    let credentialsFile: NamedFile?
    /// The destinations that are reached without the upstream proxy.
    let bypass: ProxyBypass
    private let text: SettingText

    /// Reads the settings from layers; nil if they name no upstream proxy.
    init?(_ stack: SettingsStack) throws(CommandFailure) {
        guard let text = stack.texts(.upstreamProxy)?.last else { return nil }
        self.text = text
        authority = try Self.authority(in: text)
        credentialsFile = try stack.file(.upstreamAuth)
        var bypass = ProxyBypass()
        for list in stack.texts(.noUpstream) ?? [] {
            do throws(ProxyBypass.MalformedEntry) {
                try bypass.add(InternationalName.ascii(inOption: list.text))
            } catch {
                throw list.fault(
                    "\(list.name) \(error.text) is not a name, .NAME, *.NAME, an address or a range such as "
                        + "10.0.0.0/8, a name or an address with a port, or *.")
            }
        }
        self.bypass = bypass
    }

    /// The upstream proxy, with its credentials read. Warns if the mode of the file lets every user read it.
    ///
    /// A group that may read it is no reason to warn: that is how a service gets a file of root (`root:atsproxy`, 0640).
    func read() throws(CommandFailure) -> UpstreamProxy {
        let credentials = try credentialsFile.map { (file) throws(CommandFailure) in
            let credentials = try file.read(Self.credentials)
            if Self.isReadableByEveryone(file.path) {
                Console.say(
                    "warning: the mode of \(file.path) lets every user of this machine read the password in it; "
                        + "chmod o-r \(file.path) takes that away.")
            }
            return credentials
        }
        return UpstreamProxy(authority, credentials: credentials, bypass: bypass)
    }

    /// Whether the upstream proxy is on this machine, as far as that is known without a lookup.
    var isOnThisMachine: Bool {
        let machine = LocalMachine(addresses: (try? NetworkInterfaces.addresses()) ?? [])
        return addresses.contains(where: machine.owns)
    }

    /// The addresses of the upstream proxy that are known without a lookup.
    private var addresses: [IPAddress] {
        switch authority.host {
        case .address(let address): return [address]
        case .name("localhost"): return [.v4(0x7F00_0001), .v6(high: 0, low: 1)]
        case .name: return []
        }
    }

    /// Checks that the upstream proxy is none of these listeners of this proxy.
    func check(isNoneOf listeners: [SocketAddress]) throws(CommandFailure) {
        let machine = LocalMachine(
            // Without the addresses of interfaces, the check is made when the upstream proxy is connected to.
            addresses: (try? NetworkInterfaces.addresses()) ?? [],
            listeners: listeners.map { Authority(host: .address($0.address), port: $0.port) })
        guard addresses.contains(where: { machine.listens(at: $0, port: authority.port) }) else { return }
        throw text.fault("\(text.name) \(text.text) is a listener of this proxy itself; name another proxy.")
    }

    /// Checks that none of the other settings stands without the upstream proxy that it belongs to.
    static func checkIsNamed(for stack: SettingsStack) throws(CommandFailure) {
        guard stack.texts(.upstreamProxy) == nil,
            let text = stack.texts(.upstreamAuth)?.first ?? stack.texts(.noUpstream)?.first
        else { return }
        throw text.fault("\(text.name) belongs to an upstream proxy; name that with \(text.spelled(.upstreamProxy)).")
    }
}

extension UpstreamProxySettings {
    private static let form = "of the form http://HOST:PORT, such as http://proxy.example.com:3128"

    /// The host and port in the text. No message repeats a text that may hold a password.
    private static func authority(in text: SettingText) throws(CommandFailure) -> Authority {
        let url = text.text
        if url.contains("@") {
            throw text.fault(
                "\(text.name) has a name or a password in it, which every user of the machine sees in the list of "
                    + "processes; put NAME:PASSWORD in a file, and name that with \(text.spelled(.upstreamAuth)).")
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
        var rest = Substring(scheme == nil ? url : String(url[(url.range(of: "://")?.upperBound ?? url.startIndex)...]))
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0,
            let host = Host(InternationalName.ascii(inOption: String(rest[..<colon]))),
            !rest[..<colon].contains(":") || rest.hasPrefix("[")
        else { throw text.isNot(form) }
        return Authority(host: host, port: port)
    }

    private static func credentials(in file: InputFile) throws(CommandFailure) -> BasicCredentials {
        let bytes = try file.bytes()
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let text = String(decoding: content, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 1, let line = lines.first, let credentials = BasicCredentials(line) else {
            throw CommandFailure(.data, "\(file.name) is not one line NAME:PASSWORD for the upstream proxy.")
        }
        return credentials
    }

    /// Whether the mode lets users read the file who are neither its owner nor in its group.
    private static func isReadableByEveryone(_ path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let mode = attributes[.posixPermissions] as? NSNumber
        else { return false }
        return mode.intValue & 0o004 != 0
    }
}

import AppBundle
import ForwardProxy
import Foundation
import InternationalNames
import InternetNames
import Networking
import StandardStreams

/// The settings of an upstream proxy. The file with its credentials is not read yet.
package struct UpstreamProxySettings {
    /// The host and port of the upstream proxy.
    package let authority: Authority
    /// The file with the name and the password; nil if the upstream proxy asks for none.
    package let credentialsFile: NamedFile?
    /// The destinations that are reached without the upstream proxy.
    package let bypass: ProxyBypass
    /// The text that names the upstream proxy.
    private let text: SettingText

    /// Reads the settings from layers; nil if they name no upstream proxy.
    package init?(_ stack: SettingsStack) throws(CommandFailure) {
        guard let authority = try stack.value(SettingTable.upstreamProxy),
            let text = stack.texts(SettingTable.upstreamProxy)?.last
        else { return nil }
        self.authority = authority
        self.text = text
        credentialsFile = try stack.value(SettingTable.upstreamAuth)
        var bypass = ProxyBypass()
        for list in try stack.value(SettingTable.noUpstream) {
            do throws(ProxyBypass.MalformedEntry) {
                try bypass.add(InternationalName.ascii(inOption: list.value))
            } catch {
                throw list.fault(
                    "\(list.name) \(error.text) is not a name, .NAME, *.NAME, an address or a range such as "
                        + "10.0.0.0/8, a name or an address with a port, or *.")
            }
        }
        self.bypass = bypass
    }

    /// Whether the upstream proxy is on this machine, as far as that is known without a lookup.
    package var isOnThisMachine: Bool {
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

    /// Checks that the upstream proxy is not one of these listeners of this proxy.
    package func check(isNoneOf listeners: [SocketAddress]) throws(CommandFailure) {
        let machine = LocalMachine(
            // Without the addresses of interfaces, the check is made when the upstream proxy is connected to.
            addresses: (try? NetworkInterfaces.addresses()) ?? [],
            listeners: listeners.map { Authority(host: .address($0.address), port: $0.port) })
        guard addresses.contains(where: { machine.listens(at: $0, port: authority.port) }) else { return }
        throw text.fault("\(text.name) \(text.value) is a listener of this proxy itself; name another proxy.")
    }

    /// Checks that settings about an upstream proxy stand only beside the setting that names one.
    package static func checkIsNamed(for stack: SettingsStack) throws(CommandFailure) {
        guard stack.texts(SettingTable.upstreamProxy) == nil,
            let text = stack.texts(SettingTable.upstreamAuth)?.first ?? stack.texts(SettingTable.noUpstream)?.first
        else { return }
        throw text.fault(
            "\(text.name) belongs to an upstream proxy; name that with \(text.spelled(SettingTable.upstreamProxy)).")
    }
}

extension UpstreamProxySettings {
    /// Creates the upstream proxy, and reads its credentials. Prints a warning if every user can read the file of the
    /// credentials.
    ///
    /// No warning is printed if only a group can read it, because a service reads a file of root in that way
    /// (`root:atsproxy`, 0640).
    package func read(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> UpstreamProxy {
        let credentials = try credentialsFile.map { (file) throws(CommandFailure) in
            let credentials = try file.read(pipes: pipes, Self.credentials)
            if Self.isReadableByEveryone(file.path) {
                Output.say(
                    "warning: the mode of \(file.path) lets every user of this machine read the password in it; "
                        + "chmod o-r \(file.path) takes that away.")
            }
            return credentials
        }
        return UpstreamProxy(authority, credentials: credentials, bypass: bypass)
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

    /// Whether the mode of a regular file lets every user read it.
    private static func isReadableByEveryone(_ path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let mode = attributes[.posixPermissions] as? NSNumber
        else { return false }
        return mode.intValue & 0o004 != 0
    }
}

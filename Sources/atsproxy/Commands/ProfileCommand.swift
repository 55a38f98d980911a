import ArgumentParser
import ConfigurationProfiles
import Foundation
import InternationalNames
import InternetNames
import Networking
import Settings
import SetupPages
import StandardStreams

/// `atsproxy profile`: writes a configuration profile that sets the proxy of a device.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Write a configuration profile that sets a device's proxy.",
        discussion: """
            With --ssid, the device joins that Wi-Fi network and uses the proxy there. With --global, a supervised \
            device or a Mac uses the proxy in every network.

            Send the profile to the device. It contains the password of the network, and no password of the proxy.
            """)

    @Option(
        name: .customLong("proxy"),
        help: ArgumentHelp(
            "The address at which the device reaches the proxy, such as 192.168.1.20:8080.", valueName: "host:port"))
    var address: String

    @Option(help: ArgumentHelp("The name of the Wi-Fi network.", valueName: "name"))
    var ssid: String?

    @Option(
        help: ArgumentHelp(
            "A file with the password of the network; - for standard input. Default: a network without encryption.",
            valueName: "path"),
        completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            """
            The encryption of the network: wpa2 (or WPA3), wpa (or WPA2), wpa3, none. Default: wpa2 with a password, \
            else none.
            """,
            valueName: "name"))
    var security: String?

    @Flag(help: "The network does not broadcast its name.")
    var hidden = false

    @Flag(help: "Set the proxy for all networks, on a supervised device or a Mac.")
    var global = false

    @Flag(help: "Use the script /proxy.pac of the proxy, which sends it only the policy's hosts.")
    var pac = false

    @Option(
        help: ArgumentHelp("The name of a user of the proxy. The device asks for the password.", valueName: "name"))
    var proxyUser: String?

    @Option(
        help: ArgumentHelp("A file for the profile. Default: standard output.", valueName: "path"), completion: .file())
    var output: String?

    @OptionGroup var signing: ProfileSigningOptions

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in
            let writer = ProfileWriter(
                signer: try ProfileSigningSettings(signing.stack)?.signer())
            if [nil, "-"].contains(output), writer.signs, isatty(STDOUT_FILENO) == 1 {
                throw CommandFailure(.usage, "a signed profile is binary; name a file for it with --output.")
            }
            let profile = try profile()
            let document: [UInt8]
            do throws(ProfileWriter.WritingError) {
                document = try writer.document(of: profile)
            } catch {
                throw CommandFailure(.software, error.text + ".")
            }
            try write(document)
        }
    }

    /// The profile that the options ask for.
    private func profile() throws(CommandFailure) -> DeviceProfile {
        let proxy = try proxy()
        guard ssid != nil || global else {
            throw CommandFailure(
                .usage, "name a Wi-Fi network with --ssid, or set the proxy for all networks with --global.")
        }
        guard ssid != nil || (passwordFile == nil && security == nil && !hidden) else {
            throw CommandFailure(
                .usage, "--password-file, --security and --hidden are about a network; name it with --ssid.")
        }
        guard proxyUser?.contains(":") != true else {
            throw CommandFailure(.usage, "--proxy-user must have no colon, which ends the name in HTTP (RFC 7617).")
        }
        let setting: DeviceProfile.Proxy = pac ? .automatic(proxy) : .manual(proxy, userName: proxyUser)
        guard !pac || proxyUser == nil else {
            throw CommandFailure(.usage, "--proxy-user has no effect with --pac; leave one of them out.")
        }
        let network = try ssid.map { (name) throws(CommandFailure) in try self.network(name) }
        do throws(ProfileFault) {
            return try DeviceProfile(network: network, isGlobal: global, proxy: setting)
        } catch {
            throw CommandFailure(.usage, error.sentence)
        }
    }

    private func network(_ name: String) throws(CommandFailure) -> WiFiNetwork {
        // In an argument that is not UTF-8, Swift has replaced invalid bytes by U+FFFD.
        guard !name.unicodeScalars.contains("\u{FFFD}") else {
            throw CommandFailure(.usage, "--ssid is not UTF-8, which the name in a profile must be.")
        }
        let password = try passwordFile.map { (path) throws(CommandFailure) in try Self.password(in: path) }
        let kind: WiFiNetwork.Security
        switch security {
        case nil: kind = password == nil ? .none : .wpa2
        case let text?:
            let named = WiFiNetwork.Security.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
            guard let named else {
                throw CommandFailure(
                    .usage, "--security \(Terminal.visible(text)) is not one of wpa2, wpa, wpa3, none.")
            }
            kind = named
        }
        if passwordFile == nil, security == nil {
            Output.say("without --password-file, the profile is for a network without encryption.")
        }
        do throws(ProfileFault) {
            return try WiFiNetwork(name: name, security: kind, password: password, isHidden: hidden)
        } catch {
            throw CommandFailure(.usage, error.sentence)
        }
    }

    /// The password in a file, without the line break at its end.
    private static func password(in path: String) throws(CommandFailure) -> WiFiPassword {
        let file = path == "-" ? InputFile.standardInput : InputFile(path)
        guard var text = String(validating: try file.bytes(), as: UTF8.self) else {
            throw CommandFailure(.data, "the password in \(file.name) is not UTF-8.")
        }
        if text.last?.isNewline == true { text.removeLast() }
        do throws(ProfileFault) {
            return try WiFiPassword(text)
        } catch {
            throw CommandFailure(.data, "\(file.name): \(error.sentence)")
        }
    }

    private func write(_ document: [UInt8]) throws(CommandFailure) {
        if let output, output != "-" { return try PrivateFile.write(document, to: output) }
        do throws(OutputFileError) {
            try OutputFile(path: nil).write(document)
        } catch {
            guard !error.isReaderGone else { return }
            throw CommandFailure(.output, error.description)
        }
    }

    private func proxy() throws(CommandFailure) -> Authority {
        guard let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...]), port > 0,
            let host = Self.host(String(address[..<colon]))
        else {
            throw CommandFailure(
                .usage, "--proxy \(Terminal.visible(address)) is not a host and a port, such as 192.168.1.20:8080.")
        }
        guard Self.isReachable(host) else {
            throw CommandFailure(
                .usage,
                "--proxy \(Terminal.visible(address)) is not an address that other machines reach; name the one "
                    + "in their network.")
        }
        return Authority(host: host, port: port)
    }

    /// Whether another machine may reach the proxy at this host.
    private static func isReachable(_ host: InternetNames.Host) -> Bool {
        switch host {
        case .address(let address):
            return ![.unspecified, .loopback, .linkLocal, .multicast].contains(address.kind)
        case .name(let name):
            return name.description != "localhost" && !name.description.hasSuffix(".localhost")
        }
    }

    private static func host(_ text: String) -> InternetNames.Host? {
        guard text.hasPrefix("[") else { return text.contains(":") ? nil : Host(written: text) }
        guard text.hasSuffix("]"), let address = IPAddress(text.dropFirst().dropLast()) else { return nil }
        return .address(address)
    }
}

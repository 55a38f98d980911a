import ArgumentParser
import ForwardProxy
import Libevent
import ProxyServer
import TransportSecurity

/// Options that say where to listen, for whom, and what to do with what is found.
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to listen; port 0 takes a free one. Repeatable. Default: 127.0.0.1:8080.",
            valueName: "address:port"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "enforce blocks what violates; observe lets everything pass and records what would have been blocked.",
            valueName: "mode"))
    var mode = Mode.enforce

    @Option(
        help: ArgumentHelp(
            "Judge the traffic of this app alone, by User-Agent; the rest passes and is recorded. Repeatable.",
            valueName: "name"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "Who may connect; default loopback alone. Listening beyond loopback needs this or --auth-file. Repeatable.",
            valueName: "cidr"))
    var allowClient: [String] = []

    @Option(help: ArgumentHelp("Users of the proxy, in htpasswd form (bcrypt).", valueName: "path"))
    var authFile: String?

    @Option(
        help: ArgumentHelp(
            "Let clients reach this, which they could not otherwise. Repeatable.", valueName: "cidr[:ports]"))
    var allowDestination: [String] = []

    @Option(help: ArgumentHelp("Let no client reach this. Repeatable.", valueName: "cidr[:ports]"))
    var denyDestination: [String] = []

    @Option(help: ArgumentHelp("Event loops, one thread each. Default: the number of cores.", valueName: "number"))
    var workers: Int?

    @Option(
        name: .customLong("verdict-ttl"),
        help: ArgumentHelp("How long facts of an assessment are believed.", valueName: "seconds"))
    var verdictTTL = 300

    @Option(
        help: ArgumentHelp("How long open connections may go on after a signal to stop.", valueName: "seconds"))
    var drainTimeout = 10.0

    func validate() throws {
        if let workers, !(1...256).contains(workers) {
            throw ValidationError("--workers takes a number from 1 to 256.")
        }
        guard (0...86_400).contains(verdictTTL) else {
            throw ValidationError("--verdict-ttl takes seconds, up to 86400.")
        }
        guard (0...86_400).contains(drainTimeout) else {
            throw ValidationError("--drain-timeout takes seconds, up to 86400.")
        }
    }

    /// The listeners of these options, all under that jurisdiction.
    func ports(under jurisdiction: Jurisdiction) throws(CommandFailure) -> [ProxyPort] {
        let clients = ClientRules(
            allowed: try parsed("--allow-client", allowClient, "a range such as 192.168.1.0/24") {
                AddressRange(option: $0)
            },
            requiresAuthentication: authFile != nil)
        let form = "a range and perhaps ports, such as 10.0.0.0/8:80,8000-8999"
        let destinations = DestinationRules(
            allowed: try parsed("--allow-destination", allowDestination, form, DestinationPattern.init),
            denied: try parsed("--deny-destination", denyDestination, form, DestinationPattern.init))
        let users = try passwordFile()
        let addresses = try parsed(
            "--listen", listen.isEmpty ? ["127.0.0.1:8080"] : listen, "an address and a port, such as 127.0.0.1:8080",
            SocketAddress.init(listening:))
        var ports: [ProxyPort] = []
        for address in addresses {
            guard address.address.isLoopback || !allowClient.isEmpty || authFile != nil else {
                throw CommandFailure(
                    .usage,
                    "--listen \(address) lets other machines in; say who may connect with --allow-client, or who may use it with --auth-file."
                )
            }
            ports.append(
                ProxyPort(
                    address: address, jurisdiction: jurisdiction, clients: clients, destinations: destinations,
                    users: users))
        }
        return ports
    }

    private func parsed<Value>(
        _ option: String, _ arguments: [String], _ form: String, _ read: (String) -> Value?
    ) throws(CommandFailure) -> [Value] {
        var values: [Value] = []
        for argument in arguments {
            guard let value = read(argument) else {
                throw CommandFailure(.usage, "\(option) \(argument) is not \(form).")
            }
            values.append(value)
        }
        return values
    }

    private func passwordFile() throws(CommandFailure) -> PasswordFile? {
        guard let authFile else { return nil }
        let text = String(decoding: try InputFile(authFile).bytes(), as: UTF8.self)
        do throws(PasswordFile.Fault) {
            return try PasswordFile(text)
        } catch {
            throw CommandFailure(.data, "\(authFile), line \(error.line), \(error.reason).")
        }
    }
}

extension Mode: ExpressibleByArgument {}

extension SocketAddress {
    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or `:8080` for every IPv4 address.
    fileprivate init?(listening text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        if host == "localhost" { host = "127.0.0.1" }
        if host.isEmpty { host = "0.0.0.0" }
        guard let address = IPAddress(host) else { return nil }
        self.init(address, port: port)
    }
}

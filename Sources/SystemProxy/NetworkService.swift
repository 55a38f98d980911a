/// The proxy settings of a network service of macOS, in the form of `networksetup`.
///
/// `--system-proxy` reads them, changes them, and restores the earlier ones at the end.
struct NetworkService: Hashable, Codable {
    /// The name, such as `Wi-Fi`, with any characters.
    var name: String
    /// The proxy for `http`.
    var web: Proxy
    /// The proxy for `https`.
    var secureWeb: Proxy
    /// The script; nil for none.
    var scriptURL: String?
    /// Whether the script is in use.
    var usesScript: Bool
    /// Whether the proxy is discovered in the network (WPAD); nil on systems without that option of `networksetup`.
    var discoversProxy: Bool?
    /// The hosts that are reached without the proxy.
    var bypassed: [String]

    /// A proxy.
    struct Proxy: Hashable, Codable {
        /// Whether it is in use.
        var isEnabled: Bool
        /// The host; empty for none.
        var server: String
        /// The port; 0 for none.
        var port: Int
        /// Whether it has a user name and a password, which `networksetup` does not print.
        var hasPassword: Bool
    }

    /// Reads the settings of a service by running `networksetup`.
    init(_ name: String, asking ask: SystemQuery) throws(SystemSettingsFault) {
        func answer(_ option: String) throws(SystemSettingsFault) -> String { try ask(["networksetup", option, name]) }
        self.name = name
        func proxy(_ option: String) throws(SystemSettingsFault) -> Proxy {
            guard let proxy = Proxy(Self.members(try answer(option))) else { throw Self.fault(option, of: name) }
            return proxy
        }
        web = try proxy("-getwebproxy")
        secureWeb = try proxy("-getsecurewebproxy")
        let script = Self.members(try answer("-getautoproxyurl"))
        guard let isEnabled = script["Enabled"] else { throw Self.fault("-getautoproxyurl", of: name) }
        scriptURL = script["URL"].flatMap { $0 == "(null)" || $0.isEmpty ? nil : $0 }
        usesScript = isEnabled == "Yes"
        // Older systems do not have the option.
        do throws(SystemSettingsFault) {
            discoversProxy = Self.members(try answer("-getproxyautodiscovery"))["Auto Proxy Discovery"].map {
                $0 == "On"
            }
        } catch {
            discoversProxy = nil
        }
        let lines = try answer("-getproxybypassdomains").split(whereSeparator: \.isNewline).map(String.init)
        bypassed = lines.contains { $0.hasPrefix("There aren't any") } ? [] : lines
    }

    /// The names of the services in the answer to `-listallnetworkservices`, and whether each is enabled.
    static func names(in answer: String) -> [(name: String, isEnabled: Bool)] {
        // The first line explains the asterisk.
        answer.split(whereSeparator: \.isNewline).dropFirst().map { line in
            line.hasPrefix("*") ? (String(line.dropFirst()), false) : (String(line), true)
        }
    }

    /// A sentence about the settings that cannot be restored; nil if all can.
    var loss: String? {
        var kinds: [String] = []
        if web.hasPassword { kinds.append("web proxy") }
        if secureWeb.hasPassword { kinds.append("secure web proxy") }
        guard !kinds.isEmpty else { return nil }
        return """
            the \(kinds.joined(separator: " and the ")) of \(name) \(kinds.count == 1 ? "has" : "have") a password, \
            which networksetup does not tell: address and port are restored at the end, and the password must be typed \
            in again.
            """
    }

    /// The commands that send the traffic of the service to a proxy.
    func commands(setting proxy: SystemProxyAddress) -> [SystemCommand] {
        func command(_ words: String...) -> SystemCommand {
            SystemCommand(["networksetup", words[0], name] + words.dropFirst())
        }
        let port = String(proxy.port)
        var commands = [
            command("-setwebproxy", proxy.host, port, "off"), command("-setsecurewebproxy", proxy.host, port, "off"),
            // Some versions of networksetup do not turn a proxy on when it is set.
            command("-setwebproxystate", "on"), command("-setsecurewebproxystate", "on"),
        ]
        // A script or a discovered proxy would take precedence.
        if usesScript { commands.append(command("-setautoproxystate", "off")) }
        if discoversProxy == true { commands.append(command("-setproxyautodiscovery", "off")) }
        // Loads from bypassed hosts would not be judged.
        commands.append(command("-setproxybypassdomains", "Empty"))
        return commands
    }

    /// The commands that restore these settings, in the opposite order of the changes. The web proxy comes last: as
    /// long as it is this program's, a failed restore is tried again.
    var restoringCommands: [SystemCommand] {
        func command(_ words: [String], isOptional: Bool = false) -> SystemCommand {
            SystemCommand(["networksetup", words[0], name] + words.dropFirst(), isOptional: isOptional)
        }
        var commands = [command(["-setproxybypassdomains"] + (bypassed.isEmpty ? ["Empty"] : bypassed))]
        if discoversProxy == true { commands.append(command(["-setproxyautodiscovery", "on"])) }
        if usesScript {
            if let scriptURL { commands.append(command(["-setautoproxyurl", scriptURL])) }
            commands.append(command(["-setautoproxystate", "on"]))
        }
        for (option, proxy) in [("-setsecurewebproxy", secureWeb), ("-setwebproxy", web)] {
            // An empty address may be refused, which does not matter: the next command turns the proxy off.
            commands.append(
                command([option, proxy.server, String(proxy.port), "off"], isOptional: proxy.server.isEmpty))
            commands.append(command([option + "state", proxy.isEnabled ? "on" : "off"]))
        }
        return commands
    }

    /// Whether programs use a proxy for both kinds of loads.
    func uses(_ proxy: SystemProxyAddress) -> Bool {
        [web, secureWeb].allSatisfy { $0.isEnabled && $0.server == proxy.host && $0.port == Int(proxy.port) }
    }

    /// Whether one of the two proxies is still the one that this program has set.
    func isSet(to proxy: SystemProxyAddress) -> Bool {
        [web, secureWeb].contains { $0.server == proxy.host && $0.port == Int(proxy.port) }
    }

    /// The values in lines of the form `NAME: VALUE`, by name, such as the answer to `-getwebproxy`:
    ///
    ///     Enabled: Yes
    ///     Server: proxy.example.com
    ///     Port: 8080
    ///     Authenticated Proxy Enabled: 0
    private static func members(_ answer: String) -> [String: String] {
        var members: [String: String] = [:]
        for line in answer.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            members[String(line[..<colon])] = line[line.index(after: colon)...].drop { $0 == " " }.description
        }
        return members
    }

    /// The fault of an answer to an option of `networksetup` that lacks a setting of a service.
    private static func fault(_ option: String, of name: String) -> SystemSettingsFault {
        SystemSettingsFault(sentence: "networksetup \(option) does not say what the settings of \(name) are.")
    }
}

extension NetworkService.Proxy {
    /// Creates the proxy from the lines of an answer; nil if they do not name it.
    fileprivate init?(_ members: [String: String]) {
        guard let isEnabled = members["Enabled"], let server = members["Server"] else { return nil }
        self.init(
            isEnabled: isEnabled == "Yes", server: server, port: members["Port"].flatMap { Int($0) } ?? 0,
            hasPassword: members["Authenticated Proxy Enabled"] == "1")
    }
}

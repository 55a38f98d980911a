/// A key of the GNOME desktop's proxy settings. The keys are set in the order of their declaration. The mode comes
/// last, because programs must not use the proxy before its address is complete.
enum DesktopKey: String, Codable, CaseIterable {
    case httpAuthentication = "org.gnome.system.proxy.http use-authentication"
    case httpHost = "org.gnome.system.proxy.http host"
    case httpPort = "org.gnome.system.proxy.http port"
    case httpsHost = "org.gnome.system.proxy.https host"
    case httpsPort = "org.gnome.system.proxy.https port"
    case ignoredHosts = "org.gnome.system.proxy ignore-hosts"
    case mode = "org.gnome.system.proxy mode"

    /// The schema and the key, as arguments of `gsettings`.
    var arguments: [String] { rawValue.split(separator: " ").map(String.init) }

    /// The keys of the proxy for `http`, and the keys of the proxy for `https`. A proxy is restored with all its keys
    /// or not at all.
    static let proxies: [[DesktopKey]] = [[.httpAuthentication, .httpHost, .httpPort], [.httpsHost, .httpsPort]]

    /// The value that sends programs to a proxy, in the text format of GVariant.
    func value(for proxy: SystemProxyAddress) -> String {
        switch self {
        // The user name and the password of another proxy must not be sent to this one.
        case .httpAuthentication: return "false"
        case .httpHost, .httpsHost: return "'\(proxy.host)'"
        case .httpPort, .httpsPort: return String(proxy.port)
        case .ignoredHosts:
            // An empty array needs its type. Entries may have a port (GSimpleProxyResolver).
            let hosts = proxy.ownAddresses.map { "'\($0)'" }
            return hosts.isEmpty ? "@as []" : "[\(hosts.joined(separator: ", "))]"
        case .mode: return "'manual'"
        }
    }
}

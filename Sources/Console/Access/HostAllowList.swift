import InternetNames

/// The values of `Host` that the console answers.
///
/// A web site can make a browser connect to the console: its name resolves to its own address first and to that of the
/// console later (DNS rebinding). Such requests name the web site. An address cannot be rebound, and neither can
/// `localhost`, which browsers do not look up.
public struct HostAllowList: Sendable {
    private let names: Set<Host>
    private let port: UInt16

    /// Creates the list for a console on a port.
    ///
    /// - Parameter names: The names of `--console-host`.
    public init(names: [Host] = [], port: UInt16) {
        self.names = Set(names)
        self.port = port
    }

    /// Whether the console answers requests with that `Host`; nil means that there is none.
    public func allows(_ authority: Authority?) -> Bool {
        guard let authority, authority.port == port else { return false }
        switch authority.host {
        case .address: return true
        case .name(let name): return name == "localhost" || names.contains(authority.host)
        }
    }
}

import TransportSecurity

/// What the proxy says when it is asked itself, `GET /`, rather than for something elsewhere.
public struct LocalPages: Hashable, Sendable {
    /// Where clients reach this listener; the best one first.
    public var endpoints: [Authority]
    /// What happens to violations.
    public var mode: Mode
    /// The name of the policy, such as `MyApp.app`.
    public var policyName: String
    /// Whose rules hold.
    public var os: Jurisdiction.Choice
    /// The apps whose traffic is judged; empty for all.
    public var appNames: [String]
    /// Whether clients must say who they are.
    public var asksForPassword: Bool
    /// The hosts that `/proxy.pac` sends to the proxy; the rest goes direct.
    public var proxiedHosts: [ProxiedHost]

    /// The name that leads to the page from any device that uses the proxy, and from no other.
    public static let setupHost: WireText = "ats.setup"

    /// Pages with these facts on them.
    public init(
        endpoints: [Authority] = [], mode: Mode = .enforce, policyName: String = "",
        os: Jurisdiction.Choice = .fixed(.newest), appNames: [String] = [], asksForPassword: Bool = false,
        proxiedHosts: [ProxiedHost] = []
    ) {
        self.endpoints = endpoints
        self.mode = mode
        self.policyName = policyName
        self.os = os
        self.appNames = appNames
        self.asksForPassword = asksForPassword
        self.proxiedHosts = proxiedHosts
    }
}

extension LocalPages {
    /// What the proxy itself is asked for.
    struct Inquiry {
        /// The path, without a query.
        var path: ArraySlice<UInt8>
        /// How the client reached the proxy, where it did so without using it as one; nil where it uses it.
        var directly: Authority?
        /// Whether the client sent this as one sends requests to a proxy.
        var isProxied: Bool
        /// Who asks.
        var userAgent: String
    }

    /// Whether a request that a client sends through the proxy is for the proxy itself. Its own addresses are no such
    /// destination: they are refused as any other that the client may not reach.
    static func answer(for authority: Authority) -> Bool { authority.host == .name(setupHost) }

    /// The reply to an inquiry.
    func reply(to inquiry: Inquiry) -> Reply {
        switch inquiry.path.text {
        case "/healthz":
            return .page("text/plain; charset=utf-8", Array("ok\n".utf8))
        case "/proxy.pac":
            let script = ProxyAutoConfiguration(
                proxy: inquiry.directly ?? address, hosts: [.setup] + proxiedHosts)
            return .page("application/x-ns-proxy-autoconfig", script.bytes)
        case "", "/":
            return .page("text/html; charset=utf-8", setupPage(for: inquiry))
        case _:
            let body = "<h1>Not found</h1>\n<p><a href=\"/\">How to use this proxy</a></p>\n"
            return .page("text/html; charset=utf-8", HTML.page(title: "Not found", body: body), status: 404)
        }
    }

    /// The address to give a device that did not say how it reached us.
    var address: Authority {
        endpoints.first ?? Authority(host: .address(.v4(0x7F00_0001)), port: 8080)
    }
}

extension Reply {
    fileprivate static func page(_ mediaType: StaticString, _ body: [UInt8], status: UInt16 = 200) -> Reply {
        Reply(status: status, content: .document(mediaType: mediaType, body: body))
    }
}

extension ProxiedHost {
    /// The page's own name, so that a device which uses the script can be told from one that does not.
    fileprivate static let setup = ProxiedHost(.host(.name(LocalPages.setupHost), includesSubdomains: false))
}

extension Authority {
    /// Whether only this machine reaches it.
    var isLoopback: Bool {
        switch host {
        case .address(let address): return address.isLoopback
        case .name(let name): return name == "localhost"
        }
    }
}

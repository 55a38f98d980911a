import InternetNames
import TransportSecurity

/// The pages of the proxy itself: `/`, `/healthz` and `/proxy.pac`. Below the same addresses, `/label` takes the name
/// of a test case and `/profile` a form that asks for a configuration profile, which the session reads.
public struct LocalPages: Hashable, Sendable {
    /// The addresses at which clients reach this listener, best first.
    public var endpoints: [Authority]
    /// Whether violations are blocked or only recorded.
    public var mode: Mode
    /// The name of the policy, such as `MyApp.app`.
    public var policyName: String
    /// The OS whose rules hold.
    public var os: AppliedPolicy.Choice
    /// The policies that certain apps have instead, in the order in which they are tried.
    public var policiesOfApps: [PolicyOfApps]
    /// The apps whose traffic is judged; empty for all.
    public var appNames: [String]
    /// Whether clients must authenticate.
    public var asksForPassword: Bool
    /// The hosts that `/proxy.pac` sends to the proxy. All other hosts are reached directly.
    public var proxiedHosts: [ProxiedHost]

    /// A policy for certain apps.
    public struct PolicyOfApps: Hashable, Sendable {
        /// The names of the apps, perhaps with a version.
        public var apps: String
        /// The name of the policy.
        public var policyName: String
        /// The OS whose rules hold.
        public var os: AppliedPolicy.Choice

        /// Creates the description of a policy.
        public init(apps: String, policyName: String, os: AppliedPolicy.Choice) {
            self.apps = apps
            self.policyName = policyName
            self.os = os
        }
    }

    /// The name under which every device that uses the proxy finds the setup page. Other devices cannot resolve it.
    public static let setupHost = "ats.setup"

    /// The path that takes the name of a test case.
    package static let labelPath = "/label"

    /// Creates the pages of a listener.
    public init(
        endpoints: [Authority] = [], mode: Mode = .enforce, policyName: String = "",
        os: AppliedPolicy.Choice = .fixed(.newest), policiesOfApps: [PolicyOfApps] = [], appNames: [String] = [],
        asksForPassword: Bool = false, proxiedHosts: [ProxiedHost] = []
    ) {
        self.endpoints = endpoints
        self.mode = mode
        self.policyName = policyName
        self.os = os
        self.policiesOfApps = policiesOfApps
        self.appNames = appNames
        self.asksForPassword = asksForPassword
        self.proxiedHosts = proxiedHosts
    }
}

extension LocalPages {
    /// A request to the proxy itself.
    package struct Inquiry {
        /// The path, without a query.
        package var path: String
        /// The authority at which the client reached the proxy as an origin; `nil` for a proxy request.
        package var directly: Authority?
        /// Whether this is a proxy request: its target has absolute form.
        package var isProxied: Bool
        /// The value of User-Agent.
        package var userAgent: String

        /// Creates a request.
        package init(path: String, directly: Authority?, isProxied: Bool, userAgent: String) {
            self.path = path
            self.directly = directly
            self.isProxied = isProxied
            self.userAgent = userAgent
        }
    }

    /// Whether a request that a client sends through the proxy is for the proxy itself. The proxy's own addresses are
    /// refused like any other destination that the client may not reach.
    package static func answer(for authority: Authority) -> Bool { authority.host == .name(setupHost) }

    /// The page for a request to the proxy itself.
    package func page(for inquiry: Inquiry) -> LocalPage {
        switch inquiry.path {
        case "/healthz":
            return LocalPage("text/plain; charset=utf-8", Array("ok\n".utf8))
        case "/proxy.pac":
            let script = ProxyAutoConfiguration(
                proxy: inquiry.directly ?? address, hosts: [.setup] + proxiedHosts)
            return LocalPage("application/x-ns-proxy-autoconfig", script.bytes)
        case "", "/":
            var page = LocalPage("text/html; charset=utf-8", setupPage(for: inquiry))
            page.contentSecurityPolicy = Self.contentSecurityPolicy
            return page
        case _:
            let body = "<h1>Not found</h1>\n<p><a href=\"/\">How to use this proxy</a></p>\n"
            return LocalPage("text/html; charset=utf-8", HTML.page(title: "Not found", body: body), status: 404)
        }
    }

    /// No script, no part of another server, no frame around the page, and forms only to this proxy.
    private static let contentSecurityPolicy = Array(
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
            .utf8)

    /// The proxy's address for a device whose request does not name it.
    var address: Authority {
        endpoints.first ?? Authority(host: .address(.v4(0x7F00_0001)), port: 8080)
    }
}

extension ProxiedHost {
    /// The name of the setup page. The script sends it to the proxy, by which the page knows a device that uses the
    /// script.
    fileprivate static let setup = ProxiedHost(.host(.name(LocalPages.setupHost), includesSubdomains: false))
}

extension Authority {
    /// Whether the authority is reachable from this machine only.
    var isLoopback: Bool {
        switch host {
        case .address(let address): return address.isLoopback
        case .name(let name): return name == "localhost"
        }
    }
}

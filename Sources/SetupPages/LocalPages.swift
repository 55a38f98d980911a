import InternetNames
import TransportSecurity

/// The pages of the proxy itself, for the device or person that sets it up: `/` with the setup page, `/healthz` and
/// `/proxy.pac`, each with the settings of one listener.
///
/// Two further paths take data, which the session of the proxy reads: `/label` the name of a test case, and `/profile`
/// a form that asks for a configuration profile.
public struct LocalPages: Hashable, Sendable {
    /// The addresses at which clients reach this listener; the best one for devices comes first.
    public var endpoints: [Authority]
    /// Whether violations are blocked or only recorded.
    public var mode: Mode
    /// The name of the policy, such as `MyApp.app`.
    public var policyName: String
    /// The OS whose rules apply.
    public var os: AppliedPolicy.Choice
    /// The policies for certain apps in place of `policyName`, in the order in which they are tried.
    public var policiesOfApps: [PolicyOfApps]
    /// The apps whose traffic is judged; empty for all.
    public var appNames: [String]
    /// Whether clients must authenticate.
    public var asksForPassword: Bool
    /// The hosts that `/proxy.pac` sends to the proxy. All other hosts are reached directly.
    public var proxiedHosts: [ProxiedHost]

    /// A policy for certain apps.
    public struct PolicyOfApps: Hashable, Sendable {
        /// The names of the apps, perhaps with a version, as the configuration writes them.
        public var apps: String
        /// The name of the policy.
        public var policyName: String
        /// The OS whose rules apply.
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
    /// The parts of a request to the proxy itself on which the pages depend.
    package struct Inquiry {
        /// The path, without a query.
        package var path: String
        /// The address of the proxy in a request that does not use it as a proxy; nil for a proxy request.
        package var reachedAddress: Authority?
        /// Whether this is a proxy request: its target has absolute form.
        package var isProxied: Bool
        /// The value of User-Agent.
        package var userAgent: String

        /// Creates an inquiry.
        package init(path: String, reachedAddress: Authority?, isProxied: Bool, userAgent: String) {
            self.path = path
            self.reachedAddress = reachedAddress
            self.isProxied = isProxied
            self.userAgent = userAgent
        }
    }

    /// Whether a proxy request to a destination is for the proxy itself, which is true only of the name `setupHost`. A
    /// proxy request to an address of the proxy is refused, like one to any other destination that the client may not
    /// reach.
    package static func serves(_ authority: Authority) -> Bool { authority.host == .name(setupHost) }

    /// The page for a request to the proxy itself.
    package func page(for inquiry: Inquiry) -> LocalPage {
        switch inquiry.path {
        case "/healthz":
            return LocalPage("text/plain; charset=utf-8", body: Array("ok\n".utf8))
        case "/proxy.pac":
            let script = ProxyAutoConfiguration(
                proxy: inquiry.reachedAddress ?? address, hosts: [.setup] + proxiedHosts)
            return LocalPage("application/x-ns-proxy-autoconfig", body: script.bytes)
        case "", "/":
            var page = LocalPage("text/html; charset=utf-8", body: setupPage(for: inquiry))
            page.contentSecurityPolicy = Self.contentSecurityPolicy
            return page
        case _:
            let body = "<h1>Not found</h1>\n<p><a href=\"/\">How to use this proxy</a></p>\n"
            return LocalPage("text/html; charset=utf-8", body: HTML.page(title: "Not found", body: body), status: 404)
        }
    }

    /// Permits no script, nothing from other servers, no frame around the page, and forms only to this proxy.
    private static let contentSecurityPolicy = Array(
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
            .utf8)

    /// The address of the proxy, for a device whose request does not name it.
    var address: Authority {
        endpoints.first ?? Authority(host: .address(.v4(0x7F00_0001)), port: 8080)
    }
}

extension ProxiedHost {
    /// The host of the setup page. The script sends requests for the page to the proxy, and the page then shows that
    /// the device uses the script.
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

/// The response to a request to the proxy itself: a document with its status and media type.
package struct LocalPage: Sendable {
    /// The status code.
    package var status: UInt16
    /// The media type.
    package var mediaType: StaticString
    /// The document.
    package var body: [UInt8]
    /// The value of Content-Security-Policy; nil for a document that a browser does not render.
    package var contentSecurityPolicy: [UInt8]?

    /// Creates a response without a Content-Security-Policy.
    init(_ mediaType: StaticString, body: [UInt8], status: UInt16 = 200) {
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

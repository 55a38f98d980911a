import TransportSecurity

/// What the proxy says when it is asked itself, `GET /`, rather than for something elsewhere.
public struct LocalPages: Hashable, Sendable {
    /// The addresses at which clients reach this listener, `192.0.2.5:8080`; the best one first.
    public var addresses: [String]
    /// What happens to violations.
    public var mode: Mode
    /// The name of the policy, such as `MyApp.app`.
    public var policyName: String
    /// Whose rules hold, such as `ios26.4`.
    public var os: String
    /// The hosts that `/proxy.pac` sends to the proxy; the rest goes direct.
    public var proxiedHosts: [String]

    /// The name that leads to the page from any device that uses the proxy.
    public static let setupHost = Host.name("ats.setup")

    /// Pages with these facts on them.
    public init(
        addresses: [String] = [], mode: Mode = .enforce, policyName: String = "", os: String = "",
        proxiedHosts: [String] = []
    ) {
        self.addresses = addresses
        self.mode = mode
        self.policyName = policyName
        self.os = os
        self.proxiedHosts = proxiedHosts
    }
}

extension LocalPages {
    /// The reply to a request for that path, whose Host was that authority, if it had one.
    func reply(path: ArraySlice<UInt8>, askedAt authority: Authority?) -> Reply {
        switch path.text {
        case "/healthz":
            return Reply(
                status: 200, content: .document(mediaType: "text/plain; charset=utf-8", body: Array("ok\n".utf8)))
        case "/proxy.pac":
            let body = proxyAutoConfiguration(askedAt: authority)
            return Reply(status: 200, content: .document(mediaType: "application/x-ns-proxy-autoconfig", body: body))
        case "", "/":
            return Reply(status: 200, content: .document(mediaType: "text/html; charset=utf-8", body: setupPage))
        case _:
            let body = HTML.page(
                title: "Not found", body: "<h1>Not found</h1>\n<p><a href=\"/\">How to use this proxy</a></p>\n")
            return Reply(status: 404, content: .document(mediaType: "text/html; charset=utf-8", body: body))
        }
    }

    private var setupPage: [UInt8] {
        let action: String
        switch mode {
        case .enforce: action = "blocked (<code>enforce</code>)"
        case .observe: action = "let through and recorded (<code>observe</code>)"
        }
        let list = addresses.map { "<li><code>\(HTML.escaped($0))</code></li>" }.joined()
        let first = HTML.escaped(addresses.first ?? "127.0.0.1:8080")
        return HTML.page(
            title: "atsproxy",
            body: """
                <h1>atsproxy</h1>
                <p>This proxy holds traffic against App Transport Security. What violates it is \(action).</p>
                <dl><dt>Policy</dt><dd>\(HTML.escaped(policyName))</dd><dt>Rules of</dt><dd>\(HTML.escaped(os))</dd></dl>
                <h2>How to use it</h2>
                <p>Set it as the HTTP proxy of your device: Settings, Wi-Fi, your network, Configure Proxy.</p>
                <ul>\(list)</ul>
                <p>For the hosts of the policy alone, choose Automatic and <code>http://\(first)/proxy.pac</code>.</p>
                <p>Nothing is decrypted, and no certificate needs to be installed.</p>

                """)
    }

    /// The script of `/proxy.pac`. It names the proxy as the device itself just reached it.
    private func proxyAutoConfiguration(askedAt authority: Authority?) -> [UInt8] {
        let address = authority?.description ?? addresses.first ?? "127.0.0.1:8080"
        let hosts = proxiedHosts.map(JSONString.quoted).joined(separator: Array(", ".utf8))
        var script = Array("function FindProxyForURL(url, host) {\n  var hosts = [".utf8)
        script += hosts
        script += Array("];\n  var proxy = ".utf8) + JSONString.quoted("PROXY \(address)")
        script += Array(
            """
            ;
              host = host.toLowerCase();
              for (var i = 0; i < hosts.length; i++) {
                if (host === hosts[i] || dnsDomainIs(host, "." + hosts[i])) return proxy;
              }
              return "DIRECT";
            }

            """.utf8)
        return script
    }
}

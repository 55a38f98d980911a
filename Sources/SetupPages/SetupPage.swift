import InternetNames
import QRCode
import TransportSecurity

/// The setup page at the proxy's own address, which says whether the device uses the proxy, which rules apply, and how
/// to set a device up.
extension LocalPages {
    /// The page in HTML.
    func setupPage(for inquiry: Inquiry) -> [UInt8] {
        let reached = inquiry.reachedAddress ?? address
        let phoneAddress = deviceAddress(for: inquiry) ?? reached
        return HTML.page(
            title: "atsproxy",
            body: proxyUse(inquiry) + appliedRules(inquiry) + phoneSteps(phoneAddress)
                + profileForms(for: inquiry, at: phoneAddress) + computerSteps(reached) + notes)
    }

    /// The section that says whether the device uses the proxy. The form of the request shows this.
    private func proxyUse(_ inquiry: Inquiry) -> String {
        if inquiry.isProxied {
            return """
                <h1>atsproxy</h1>
                <p class="good"><strong>This device comes through the proxy.</strong>
                You can start the app now.</p>

                """
        }
        return """
            <h1>atsproxy</h1>
            <p class="open"><strong>You opened this page directly,</strong> which does not yet mean that this device
            uses the proxy. Set it up as below, then open <a href="http://\(Self.setupHost)/">http://\(Self.setupHost)/</a>:
            that page opens only through the proxy.</p>

            """
    }

    /// The section about the rules by which loads are judged.
    private func appliedRules(_ inquiry: Inquiry) -> String {
        // Terms with their descriptions, as markup.
        var terms = [("Policy", "<code>\(HTML.escaped(policyName))</code>")]
        switch os {
        case .fixed(let version):
            terms.append(("Rules of", "<code>\(version)</code>"))
        case .byUserAgent:
            let browserOS = ClientApp(userAgent: inquiry.userAgent).os
            let note = browserOS.map { "; this browser names <code>\($0)</code>" } ?? ""
            terms.append(("Rules of", "the system that the app&rsquo;s User-Agent names, else the newest\(note)"))
        }
        for policy in policiesOfApps {
            let system = policy.os == os ? "" : ", rules of <code>\(policy.os)</code>"
            terms.append(
                ("For \(HTML.escaped(policy.apps))", "<code>\(HTML.escaped(policy.policyName))</code>\(system)"))
        }
        switch mode {
        case .enforce:
            terms.append(("Mode", "<code>enforce</code>: what violates App Transport Security is blocked"))
        case .observe:
            terms.append(("Mode", "<code>observe</code>: everything passes, violations are recorded"))
        }
        if !appNames.isEmpty {
            let names = appNames.map { "<code>\(HTML.escaped($0))</code>" }.joined(separator: ", ")
            terms.append(("Apps", "only \(names)"))
        }
        let list = terms.map { "<dt>\($0)</dt><dd>\($1)</dd>" }.joined(separator: "\n")
        return "<h2>How loads are judged</h2>\n<dl class=\"table\">\n\(list)\n</dl>\n"
    }

    /// The section about the settings of a phone that reaches the proxy at an address.
    private func phoneSteps(_ reached: Authority) -> String {
        guard !reached.isLoopback else {
            return """
                <h2>iPhone or iPad</h2>
                <p>This proxy listens only on this computer. To let a phone in, start it with
                <code>--listen 0.0.0.0:\(reached.port)</code> and <code>--allow-client</code> for its network.</p>

                """
        }
        let server = HTML.escaped(reached.host.description)
        let password = asksForPassword ? "<dt>Authentication</dt><dd>on, with your user name and password</dd>" : ""
        return """
            <h2>iPhone or iPad</h2>
            \(qrCode(of: reached))<ol>
            <li>Settings, Wi-Fi, the <em>i</em> beside your network, Configure Proxy.</li>
            <li>Manual, for all traffic:
            <dl class="table"><dt>Server</dt><dd><code>\(server)</code></dd><dt>Port</dt><dd><code>\(reached.port)</code></dd>\(password)</dl>
            \(automaticSetting(reached))</li>
            <li>Open <a href="http://\(Self.setupHost)/">http://\(Self.setupHost)/</a> in Safari to see that it works.</li>
            </ol>
            <p>End the app and start it again, since it may have connections that are open. Afterwards, set Configure
            Proxy back to Off.</p>

            """
    }

    /// The QR code with the address of this page.
    private func qrCode(of reached: Authority) -> String {
        let url = "http://\(reached)/"
        guard let code = QRCode(url) else { return "" }
        let markup = QRCodeGraphic(code).markup(title: "QR code of \(HTML.escaped(url))")
        return "<p>The camera of a phone in the same network opens this page:</p>\n<p>\(markup)</p>\n"
    }

    /// The sentence about the automatic setting, which uses a script of the proxy.
    private func automaticSetting(_ reached: Authority) -> String {
        guard !proxiedHosts.isEmpty else {
            return """
                Not Automatic: the policy names no host, so <code>/proxy.pac</code> would send nothing here. Name hosts
                with <code>--pac-host</code>.
                """
        }
        let url = HTML.escaped("http://\(reached)/proxy.pac")
        return "Or Automatic, only for the hosts of the policy:<br><code>\(url)</code>"
    }

    /// The sections about the settings of a Mac and about command lines.
    private func computerSteps(_ reached: Authority) -> String {
        let server = HTML.escaped(reached.host.description)
        return """
            <h2>Simulator and Mac</h2>
            <p>The simulator uses the proxy of the Mac. <code>atsproxy serve --system-proxy</code> sets it, and restores it at
            the end. By hand: System Settings, Network, your network, Details, Proxies; or</p>
            <pre>networksetup -setwebproxy Wi-Fi \(server) \(reached.port)
            networksetup -setsecurewebproxy Wi-Fi \(server) \(reached.port)</pre>
            <p>and afterwards</p>
            <pre>networksetup -setwebproxystate Wi-Fi off
            networksetup -setsecurewebproxystate Wi-Fi off</pre>
            <h2>Command line</h2>
            <pre>curl --proxy http://\(HTML.escaped(reached.description)) https://example.com/</pre>

            """
    }

    /// The section with the limits of the proxy.
    private var notes: String {
        """
        <h2>Good to know</h2>
        <ul>
        <li>Nothing is decrypted, and no certificate needs to be installed.</li>
        <li>Inside an app, a blocked load is an ordinary network error. Why it was blocked, the proxy says where it
        was started.</li>
        <li>HTTP/3, and network stacks that ignore the system&rsquo;s proxy (Flutter), do not come through here.</li>
        </ul>

        """
    }
}

import InternetNames

/// The forms on the setup page with which a person asks for a configuration profile, and the settings of that profile.
extension LocalPages {
    /// The path to which a browser sends the forms.
    package static let profilePath = "/profile"

    /// The address at which the device of this request reaches the proxy; nil if only this machine can reach it.
    package func deviceAddress(for inquiry: Inquiry) -> Authority? {
        let reached = inquiry.reachedAddress ?? address
        guard reached.isLoopback else { return reached }
        return endpoints.first { !$0.isLoopback }
    }

    /// The settings of the profile that a form asks for. Throws an error if a field is missing or not valid.
    ///
    /// - Parameters:
    ///   - body: The body of the request, which is the form.
    ///   - inquiry: The request.
    package func profile(forForm body: [UInt8], of inquiry: Inquiry) throws(ProfileFault) -> DeviceProfile {
        try ProfileForm.profile(
            body, proxy: deviceAddress(for: inquiry) ?? address, hasScript: !proxiedHosts.isEmpty)
    }

    /// The section of the setup page with the forms; empty if a device cannot reach the proxy.
    ///
    /// - Parameter reached: The address at which a device reaches the proxy.
    func profileForms(for inquiry: Inquiry, at reached: Authority) -> String {
        // A profile with a loopback address would be of no use to the device.
        guard !reached.isLoopback else { return "" }
        guard inquiry.isOfKnownHost else {
            let url = HTML.escaped("http://\(address)/")
            return
                "<h2>Configuration profile</h2>\n<p>Open this page as <a href=\"\(url)\">\(url)</a> to get one.</p>\n"
        }
        return """
            <h2>Configuration profile</h2>
            <p>A profile sets all this in one step, and one step removes it. It contains no certificate and no password of the
            proxy.</p>
            <p class="open"><strong>This page is not encrypted:</strong> the password that you type here crosses the network
            in clear text. <code>atsproxy profile</code> makes the same profile where the proxy runs, without a form.</p>
            <h3>For one Wi-Fi network</h3>
            <form method="post" action="\(Self.profilePath)" autocomplete="off">
            <input type="hidden" name="profile" value="network">
            <p><label>Network name (SSID)<br>
            <input name="ssid" required maxlength="32" autocapitalize="off" autocorrect="off" spellcheck="false"></label></p>
            <p><label>Security<br>
            <select name="security"><option value="WPA2">WPA2 or WPA3</option><option value="WPA">WPA or WPA2</option>
            <option value="WPA3">WPA3 only</option><option value="None">None</option></select></label></p>
            <p><label>Password of the network<br>
            <input type="password" name="password" maxlength="64" autocomplete="off"></label></p>
            <p><label><input type="checkbox" name="hidden" value="yes"> Hidden network</label></p>
            \(proxyChoice)<p><button>Get the profile</button></p>
            </form>
            <h3>For every network of a supervised device</h3>
            <form method="post" action="\(Self.profilePath)" autocomplete="off">
            <input type="hidden" name="profile" value="global">
            \(proxyChoice)<p><button>Get the profile</button></p>
            </form>
            <h3>Install and remove it</h3>
            <ol>
            <li>Allow the download. Then open Settings, and tap Profile Downloaded; or Settings, General, VPN &amp; Device
            Management, atsproxy.</li>
            <li>Tap Install. A profile without a signature is called Not Signed.</li>
            <li>Afterwards, remove it in the same place: Settings, General, VPN &amp; Device Management, atsproxy, Remove
            Profile. On a Mac: System Settings, General, Device Management.</li>
            </ol>

            """
    }

    /// The fields about the proxy, which both forms have.
    private var proxyChoice: String {
        let automatic =
            proxiedHosts.isEmpty ? "" : "<option value=\"automatic\">Automatic: the hosts of the policy</option>"
        let user =
            asksForPassword
            ? """
            <p><label>User name at the proxy<br>
            <input name="user" maxlength="255" autocapitalize="off" autocorrect="off" spellcheck="false"></label></p>

            """ : ""
        return """
            <p><label>Proxy<br>
            <select name="proxy"><option value="manual">Manual: all traffic</option>\(automatic)</select></label></p>
            \(user)
            """
    }
}

extension LocalPages.Inquiry {
    /// Whether the request names the proxy by an IP address, by `localhost` or by `ats.setup`. A page of another server
    /// can reach the proxy under another name (DNS rebinding).
    package var isOfKnownHost: Bool {
        switch reachedAddress?.host {
        case nil, .address: return true
        case .name(let name): return name == "localhost"
        }
    }
}

import InternetNames

/// The forms that ask for a configuration profile, and the answers to them.
extension LocalPages {
    /// The path that takes the forms.
    static let profilePath = "/profile"

    /// The address at which a device on the network of this request reaches the proxy; nil if only this machine does.
    func deviceAddress(for inquiry: Inquiry) -> Authority? {
        let reached = inquiry.directly ?? address
        guard reached.isLoopback else { return reached }
        return endpoints.first { !$0.isLoopback }
    }

    /// Why no profile is made for a request, whatever its body; nil if one may be.
    func refusal(of head: RequestHead, _ inquiry: Inquiry) -> Reply? {
        if let sentence = inquiry.foreignOrigin(of: head.fields) { return .profileFault(sentence, 403) }
        let type = head.fields.first(.contentType)?.prefix { $0 != UInt8(ascii: ";") }.trimmed
        guard let type, type.equals(ignoringCase: "application/x-www-form-urlencoded") else {
            return .profileFault("The body must be a form, application/x-www-form-urlencoded.", 415)
        }
        guard deviceAddress(for: inquiry) != nil else {
            return .profileFault(
                "This proxy listens on this computer alone, so that no device reaches it; see the set-up page.", 409)
        }
        return nil
    }

    /// The profile that a form asks for.
    func profile(_ body: [UInt8], _ inquiry: Inquiry) throws(ProfileFault) -> DeviceProfile {
        try ProfileForm.profile(
            body, proxy: deviceAddress(for: inquiry) ?? address, hasScript: !proxiedHosts.isEmpty)
    }

    /// The part of the set-up page about profiles.
    func profileForms(for inquiry: Inquiry, _ reached: Authority) -> String {
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
    /// Whether the request names this proxy as only its own pages do: by an IP address, by `localhost` or by
    /// `ats.setup`.
    var isOfKnownHost: Bool {
        switch directly?.host {
        case nil, .address: return true
        case .name(let name): return name == "localhost"
        }
    }

    /// Why a request that asks the proxy to do something may have been made by a page of another site, and what to do;
    /// nil if no such page made it.
    func foreignOrigin(of fields: Fields) -> String? {
        // The name that the page was opened by. A page of another site that has its own name resolve to this proxy (DNS
        // rebinding) is told from this one by that name, so that names are not taken on trust.
        guard isOfKnownHost else {
            return "Ask for this page by an address of the proxy, or by http://\(LocalPages.setupHost)/, and not by "
                + "another name."
        }
        let authority = directly ?? Authority(host: .name(LocalPages.setupHost), port: 80)
        switch FormOrigin(fields, sentTo: authority) {
        case .own: return nil
        case .other:
            return "The request was sent from a page that is not of this proxy; open http://\(LocalPages.setupHost)/."
        }
    }
}

extension Reply {
    /// The reply to a form: a page with one sentence.
    static func profileFault(_ sentence: String, _ status: UInt16 = 400) -> Reply {
        let body = """
            <h1>No profile</h1>
            <p>\(HTML.escaped(sentence))</p>
            <p><a href="/">Back to the set-up page</a></p>

            """
        return Reply(
            status: status,
            content: .document(
                mediaType: "text/html; charset=utf-8", body: HTML.page(title: "No profile", body: body)))
    }

    /// The reply to another method than that of the forms.
    static let profileMethodNotAllowed: Reply = {
        var reply = profileFault("A profile is made from a form; open the set-up page.", 405)
        reply.extraFields = [("Allow", Array("POST".utf8))]
        return reply
    }()

    /// The reply with a profile.
    static func profile(_ document: [UInt8]) -> Reply {
        Reply(
            status: 200, content: .document(mediaType: "application/x-apple-aspen-config", body: document),
            extraFields: [("Content-Disposition", Array("attachment; filename=\"atsproxy.mobileconfig\"".utf8))])
    }
}
